package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.HttpHealthProbe;
import io.sallyport.apiservers.check.CheckedProgram.Flags;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Starts a program several times and tries every {@link ContractClause} on it. Takes 15 s to a minute, most of it
 * waiting for connections to be closed. Confined to one thread but for {@link #close}.
 */
public final class ContractCheck implements AutoCloseable {
    private final CheckedProgram subject;
    private final CheckTimeouts patience;
    private final Consumer<ClauseResult> findings;
    private final ServerPolling waiting;
    private final Set<ContractClause> found = EnumSet.noneOf(ContractClause.class);
    private final CheckProcesses running = new CheckProcesses();

    /**
     * A check of {@code subject}.
     *
     * @param nanoClock elapsed time
     * @param findings takes each finding as soon as there is one; in the end one of each clause
     */
    public ContractCheck(CheckedProgram subject, LongSupplier nanoClock, Consumer<ClauseResult> findings) {
        this(subject, CheckTimeouts.STANDARD, nanoClock, findings);
    }

    ContractCheck(
            CheckedProgram subject, CheckTimeouts patience, LongSupplier nanoClock, Consumer<ClauseResult> findings) {
        this.subject = subject;
        this.patience = patience;
        this.waiting = new ServerPolling(nanoClock);
        this.findings = finding -> {
            found.add(finding.clause());
            findings.accept(finding);
        };
    }

    /** Tries everything; throws only where the program cannot be started at all. */
    public void run() throws IOException, InterruptedException {
        refusesToStart();
        try (CheckedProcess trial = running.start(() -> subject.start(Flags.ALL, patience.reply()))) {
            if (starts(trial)) {
                checkRunning(trial);
            }
        }
        for (ContractClause clause : ContractClause.values()) {
            if (!found.contains(clause)) {
                findings.accept(ClauseResult.unseen(clause, "what comes before it falls short"));
            }
        }
    }

    private void checkRunning(CheckedProcess trial) throws IOException, InterruptedException {
        try (var stalled = new StalledHead(trial.port(), patience.head(), waiting)) {
            portTaken(trial);
            findings.accept(new TokenFileCheck(subject, patience, waiting).run(running));
            var survived = new LiveProcessResults(trial, findings);
            AnnouncedTools tools = new AnswerChecks(trial, waiting, survived).run();
            if (!survived.hasEnded()) {
                new RequestChecks(trial, tools, survived).run();
            }
            if (!survived.hasEnded()) {
                new LoadChecks(trial, patience.recovery(), waiting, survived).run();
                survived.accept(stalled.finding());
            }
            if (!survived.hasEnded()) {
                survived.accept(PortExposure.finding(ContractClause.BOUND, trial.port()));
            }
            defaults();
            if (survived.end()) {
                new EndChecks(trial, tools, new EndChecks.Times(waiting, patience.grace()), findings).run();
            }
        }
        new LogChecks(trial, findings).run();
    }

    private void refusesToStart() throws IOException, InterruptedException {
        try (CheckedProcess trial = running.start(() -> subject.start(new Flags(false, true), patience.reply()))) {
            findings.accept(refuses(ContractClause.NO_TOKEN, trial));
        }
        try (CheckedProcess trial = running.start(() -> subject.startWithEmptyToken(patience.reply()))) {
            findings.accept(refuses(ContractClause.EMPTY_TOKEN, trial));
        }
    }

    private void portTaken(CheckedProcess first) throws IOException, InterruptedException {
        try (CheckedProcess second = running.start(() -> subject.start(first.port(), Flags.ALL, patience.reply()))) {
            findings.accept(refuses(ContractClause.PORT_TAKEN, second));
        }
    }

    private ClauseResult refuses(ContractClause clause, CheckedProcess trial) throws InterruptedException {
        ExitStatus exit = trial.end(patience.refusal());
        if (exit == null) {
            return ClauseResult.fallsShort(
                    clause, "it still runs after " + patience.refusal().toSeconds() + " s");
        }
        return ClauseResult.of(clause, !exit.isClean(), exit.toString());
    }

    private boolean starts(CheckedProcess trial) throws InterruptedException {
        var last = new AtomicReference<>(RawResponse.NONE);
        boolean up = waiting.until(patience.startup(), () -> {
            last.set(trial.ask(RawRequest.get("/healthz")));
            return last.get().status() == 200 || !trial.isAlive();
        });
        RawResponse health = last.get();
        if (!up || health.status() != 200) {
            String seen = trial.isAlive() ? health.told() + "; " + trial.lastWords() : trial.lastWords();
            findings.accept(ClauseResult.fallsShort(ContractClause.STARTS, seen));
            return false;
        }
        findings.accept(ClauseResult.pass(ContractClause.STARTS));
        boolean ok = health.json().path("status").asString("").equals("ok");
        boolean fits = health.body().length() <= HttpHealthProbe.MAX_BODY_BYTES;
        findings.accept(ClauseResult.of(
                ContractClause.HEALTH_BODY, ok && fits, fits ? health.body() : "it is longer than 1 KiB"));
        return true;
    }

    /** What it does without {@code --bind-address}, and on SIGINT. */
    private void defaults() throws IOException, InterruptedException {
        try (CheckedProcess trial = running.start(() -> subject.start(new Flags(true, false), patience.reply()))) {
            boolean up = waiting.until(
                    patience.startup(),
                    () -> !trial.isAlive()
                            || trial.ask(RawRequest.get("/healthz")).status() == 200);
            if (!up || !trial.isAlive()) {
                findings.accept(ClauseResult.fallsShort(ContractClause.BOUND_BY_DEFAULT, "it does not start"));
                return;
            }
            findings.accept(PortExposure.finding(ContractClause.BOUND_BY_DEFAULT, trial.port()));
            findings.accept(EndChecks.interrupted(trial, patience.grace()));
        }
    }

    /**
     * Kills what runs, and nothing is started from now on: a check that is broken off leaves nothing behind. From any
     * thread.
     */
    @Override
    public void close() {
        running.close();
    }
}
