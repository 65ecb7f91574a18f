package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.ProcessGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One process of the program that is checked. Closing it kills what is left of it. Confined to one thread. */
final class CheckedProcess implements AutoCloseable {
    /** From the end of a process until it is known here. */
    private static final Duration REAPED = Duration.ofSeconds(1);

    private final Launcher.Started started;
    private final int port;
    private final String token;
    private final Duration limit;
    private final ProcessOutput out;
    private final ProcessOutput err;
    private final StringBuilder answers = new StringBuilder();

    CheckedProcess(Launcher.Started started, int port, String token, Duration limit) {
        this.started = started;
        this.port = port;
        this.token = token;
        this.limit = limit;
        this.out = ProcessOutput.of(started.process().getInputStream());
        this.err = ProcessOutput.of(started.process().getErrorStream());
    }

    int port() {
        return port;
    }

    /** How long an answer may take. */
    Duration limit() {
        return limit;
    }

    String token() {
        return token;
    }

    ProcessOutput out() {
        return out;
    }

    ProcessOutput err() {
        return err;
    }

    /** Every body that it answered with to {@link #ask}. */
    String answers() {
        return answers.toString();
    }

    /** Asks, and keeps the answer. */
    RawResponse ask(RawRequest call) {
        try (RawConnection wire = RawConnection.to(port)) {
            return kept(wire.say(call.head() + call.body()).reply(limit));
        } catch (IOException _) {
            return RawResponse.NONE;
        }
    }

    RawResponse kept(RawResponse reply) {
        answers.append(reply.body()).append('\n');
        reply.headers()
                .forEach((name, value) ->
                        answers.append(name).append(": ").append(value).append('\n'));
        return reply;
    }

    /** Asks with the token. */
    RawResponse askWithToken(RawRequest call) {
        return ask(call.bearer(token));
    }

    boolean isAlive() {
        return started.process().isAlive();
    }

    /** How it ended and what it said last, for a finding. */
    String lastWords() throws InterruptedException {
        ExitStatus exit = end(Duration.ZERO);
        if (exit != null) {
            err.awaitEnd();
        }
        String last = err.text().lines().reduce("", (_, line) -> line);
        return (exit == null ? "it runs" : exit.toString()) + (last.isEmpty() ? "" : "; it says: " + last);
    }

    /**
     * Whether it has ended, or is about to: the port of one that is dying may take a connection still, and answers
     * nothing.
     */
    boolean isGone() {
        return ask(RawRequest.get("/healthz")).status() == RawResponse.NONE.status()
                && started.process()
                        .onExit()
                        .orTimeout(REAPED.toMillis(), TimeUnit.MILLISECONDS)
                        .handle((_, late) -> late == null)
                        .join();
    }

    void signal(ProcessGroup.Signal signal) {
        started.group().send(signal);
    }

    /** How it ended, or null where it has not within {@code limit}. */
    @Nullable
    ExitStatus end(Duration limit) throws InterruptedException {
        return started.process().waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
                ? new ExitStatus(started.process().exitValue())
                : null;
    }

    @Override
    public void close() {
        started.group().send(ProcessGroup.Signal.KILL);
    }
}
