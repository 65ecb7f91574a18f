package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.ProcessGroup.Signal;
import io.sallyport.apiservers.check.Tools.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How it ends when it is told to. */
final class EndChecks {
    /** Time for the server to read what was sent before the signal. */
    private static final Duration MOMENT = Duration.ofSeconds(1);
    /** Time for it to take no more connections; an answer that takes longer is none. */
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final CheckedProcess trial;
    private final Tools tools;
    private final Times times;
    private final Consumer<Finding> findings;

    /** How long it waits, from a signal to the end. */
    record Times(ServerPolling waiting, Duration grace) {}

    EndChecks(CheckedProcess trial, Tools tools, Times times, Consumer<Finding> findings) {
        this.trial = trial;
        this.tools = tools;
        this.times = times;
        this.findings = findings;
    }

    void run() throws InterruptedException {
        Tool tool = tools.withBody();
        if (tool == null) {
            findings.accept(Finding.unseen(Clause.IN_FLIGHT, "no tool takes a POST"));
            findings.accept(Finding.unseen(Clause.STOPS_ACCEPTING, "no tool takes a POST"));
            findings.accept(ends(trial, Clause.TERMINATES, Signal.TERMINATE, times.grace()));
            return;
        }
        inFlight(tool);
        findings.accept(ended(Clause.TERMINATES, trial.end(times.grace())));
    }

    private void inFlight(Tool tool) throws InterruptedException {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            Call call = Call.of("POST", tool.endpoint()).bearer(trial.token()).json("{?");
            wire.say(call.head() + "{");
            trial.ask(Call.get("/healthz")); // connections are taken in turn: answered here, it has the one before
            Thread.sleep(MOMENT.toMillis());
            trial.signal(Signal.TERMINATE);
            boolean closed = times.waiting().until(CLOSING, this::takesNoMore);
            findings.accept(Finding.of(Clause.STOPS_ACCEPTING, closed, "a new connection was answered"));
            Reply reply = trial.kept(wire.say("?").reply(trial.limit()));
            findings.accept(Finding.of(Clause.IN_FLIGHT, reply.status() != 0, reply.told()));
        } catch (IOException e) {
            trial.signal(Signal.TERMINATE);
            findings.accept(Finding.fallsShort(Clause.IN_FLIGHT, "it takes no connection: " + e.getMessage()));
            findings.accept(Finding.unseen(Clause.STOPS_ACCEPTING, "it takes none before the signal"));
        }
    }

    private boolean takesNoMore() {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            return wire.say(Call.get("/healthz").head()).reply(CLOSING).status() == 0;
        } catch (IOException _) {
            return true;
        }
    }

    /** SIGINT, where a program that is started here can hear it at all. */
    static Finding interrupted(CheckedProcess trial, Duration grace) throws InterruptedException {
        return InheritedSignals.ignoreInterrupt()
                ? Finding.unseen(Clause.INTERRUPTS, InheritedSignals.WHY)
                : ends(trial, Clause.INTERRUPTS, Signal.INTERRUPT, grace);
    }

    private static Finding ends(CheckedProcess trial, Clause clause, Signal signal, Duration grace)
            throws InterruptedException {
        trial.signal(signal);
        return ended(clause, trial.end(grace));
    }

    private static Finding ended(Clause clause, @Nullable ExitStatus exit) {
        return exit == null
                ? Finding.fallsShort(clause, "it still runs")
                : Finding.of(clause, exit.isClean(), exit.toString());
    }
}
