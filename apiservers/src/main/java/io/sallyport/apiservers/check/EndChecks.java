package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.ProcessGroup.Signal;
import io.sallyport.apiservers.check.AnnouncedTools.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How it ends when it is told to. */
record EndChecks(CheckedProcess trial, AnnouncedTools tools, Times times, Consumer<ClauseResult> findings) {
    /** Time for the server to read what was sent before the signal. */
    private static final Duration MOMENT = Duration.ofSeconds(1);
    /** Time for it to take no more connections; an answer that takes longer is none. */
    private static final Duration CLOSING = Duration.ofSeconds(2);

    /** How long it waits, from a signal to the end. */
    record Times(ServerPolling waiting, Duration grace) {}

    void run() throws InterruptedException {
        Tool tool = tools.withBody();
        if (tool == null) {
            findings.accept(ClauseResult.unseen(ContractClause.IN_FLIGHT, "no tool takes a POST"));
            findings.accept(ClauseResult.unseen(ContractClause.STOPS_ACCEPTING, "no tool takes a POST"));
            findings.accept(ends(trial, ContractClause.TERMINATES, Signal.TERMINATE, times.grace()));
            return;
        }
        inFlight(tool);
        findings.accept(ended(ContractClause.TERMINATES, trial.end(times.grace())));
    }

    private void inFlight(Tool tool) throws InterruptedException {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            RawRequest call =
                    RawRequest.of("POST", tool.endpoint()).bearer(trial.token()).json("{?");
            wire.say(call.head() + "{");
            trial.ask(
                    RawRequest.get("/healthz")); // connections are taken in turn: answered here, it has the one before
            Thread.sleep(MOMENT.toMillis());
            trial.signal(Signal.TERMINATE);
            boolean closed = times.waiting().until(CLOSING, this::takesNoMore);
            findings.accept(ClauseResult.of(ContractClause.STOPS_ACCEPTING, closed, "a new connection was answered"));
            RawResponse reply = trial.kept(wire.say("?").reply(trial.limit()));
            findings.accept(ClauseResult.of(ContractClause.IN_FLIGHT, reply.status() != 0, reply.told()));
        } catch (IOException e) {
            trial.signal(Signal.TERMINATE);
            findings.accept(
                    ClauseResult.fallsShort(ContractClause.IN_FLIGHT, "it takes no connection: " + e.getMessage()));
            findings.accept(ClauseResult.unseen(ContractClause.STOPS_ACCEPTING, "it takes none before the signal"));
        }
    }

    private boolean takesNoMore() {
        try (RawConnection wire = RawConnection.to(trial.port())) {
            return wire.say(RawRequest.get("/healthz").head()).reply(CLOSING).status() == 0;
        } catch (IOException _) {
            return true;
        }
    }

    /** SIGINT, where a program that is started here can hear it at all. */
    static ClauseResult interrupted(CheckedProcess trial, Duration grace) throws InterruptedException {
        return InheritedSignals.ignoreInterrupt()
                ? ClauseResult.unseen(ContractClause.INTERRUPTS, InheritedSignals.WHY)
                : ends(trial, ContractClause.INTERRUPTS, Signal.INTERRUPT, grace);
    }

    private static ClauseResult ends(CheckedProcess trial, ContractClause clause, Signal signal, Duration grace)
            throws InterruptedException {
        trial.signal(signal);
        return ended(clause, trial.end(grace));
    }

    private static ClauseResult ended(ContractClause clause, @Nullable ExitStatus exit) {
        return exit == null
                ? ClauseResult.fallsShort(clause, "it still runs")
                : ClauseResult.of(clause, exit.isClean(), exit.toString());
    }
}
