package io.sallyport.apiservers.check;

import io.sallyport.apiservers.ExitStatus;
import io.sallyport.apiservers.HttpHealthProbe;
import io.sallyport.apiservers.check.Subject.Flags;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Starts a program several times and tries every {@link Clause} on it. Takes 15 s to a minute, most of it waiting for
 * connections to be closed. Confined to one thread but for {@link #close}.
 */
public final class ContractCheck implements AutoCloseable {
    private final Subject subject;
    private final CheckTimeouts patience;
    private final Consumer<Finding> findings;
    private final ServerPolling waiting;
    private final Set<Clause> found = EnumSet.noneOf(Clause.class);
    private final Running running = new Running();

    /**
     * A check of {@code subject}.
     *
     * @param nanoClock elapsed time
     * @param findings takes each finding as soon as there is one; in the end one of each clause
     */
    public ContractCheck(Subject subject, LongSupplier nanoClock, Consumer<Finding> findings) {
        this(subject, CheckTimeouts.STANDARD, nanoClock, findings);
    }

    ContractCheck(Subject subject, CheckTimeouts patience, LongSupplier nanoClock, Consumer<Finding> findings) {
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
        for (Clause clause : Clause.values()) {
            if (!found.contains(clause)) {
                findings.accept(Finding.unseen(clause, "what comes before it falls short"));
            }
        }
    }

    private void checkRunning(CheckedProcess trial) throws IOException, InterruptedException {
        try (var stalled = new StalledHead(trial.port(), patience.head(), waiting)) {
            portTaken(trial);
            findings.accept(new TokenFileCheck(subject, patience, waiting).run(running));
            var survived = new WhileAlive(trial, findings);
            Tools tools = new AnswerChecks(trial, waiting, survived).run();
            if (!survived.hasEnded()) {
                new RequestChecks(trial, tools, survived).run();
            }
            if (!survived.hasEnded()) {
                new LoadChecks(trial, patience.recovery(), waiting, survived).run();
                survived.accept(stalled.finding());
            }
            if (!survived.hasEnded()) {
                survived.accept(PortExposure.finding(Clause.BOUND, trial.port()));
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
            findings.accept(refuses(Clause.NO_TOKEN, trial));
        }
        try (CheckedProcess trial = running.start(() -> subject.startWithEmptyToken(patience.reply()))) {
            findings.accept(refuses(Clause.EMPTY_TOKEN, trial));
        }
    }

    private void portTaken(CheckedProcess first) throws IOException, InterruptedException {
        try (CheckedProcess second = running.start(() -> subject.start(first.port(), Flags.ALL, patience.reply()))) {
            findings.accept(refuses(Clause.PORT_TAKEN, second));
        }
    }

    private Finding refuses(Clause clause, CheckedProcess trial) throws InterruptedException {
        ExitStatus exit = trial.end(patience.refusal());
        if (exit == null) {
            return Finding.fallsShort(
                    clause, "it still runs after " + patience.refusal().toSeconds() + " s");
        }
        return Finding.of(clause, !exit.isClean(), exit.toString());
    }

    private boolean starts(CheckedProcess trial) throws InterruptedException {
        var last = new AtomicReference<>(Reply.NONE);
        boolean up = waiting.until(patience.startup(), () -> {
            last.set(trial.ask(Call.get("/healthz")));
            return last.get().status() == 200 || !trial.isAlive();
        });
        Reply health = last.get();
        if (!up || health.status() != 200) {
            String seen = trial.isAlive() ? health.told() + "; " + trial.lastWords() : trial.lastWords();
            findings.accept(Finding.fallsShort(Clause.STARTS, seen));
            return false;
        }
        findings.accept(Finding.pass(Clause.STARTS));
        boolean ok = health.json().path("status").asString("").equals("ok");
        boolean fits = health.body().length() <= HttpHealthProbe.MAX_BODY_BYTES;
        findings.accept(Finding.of(Clause.HEALTH_BODY, ok && fits, fits ? health.body() : "it is longer than 1 KiB"));
        return true;
    }

    /** What it does without {@code --bind-address}, and on SIGINT. */
    private void defaults() throws IOException, InterruptedException {
        try (CheckedProcess trial = running.start(() -> subject.start(new Flags(true, false), patience.reply()))) {
            boolean up = waiting.until(
                    patience.startup(),
                    () -> !trial.isAlive() || trial.ask(Call.get("/healthz")).status() == 200);
            if (!up || !trial.isAlive()) {
                findings.accept(Finding.fallsShort(Clause.BOUND_BY_DEFAULT, "it does not start"));
                return;
            }
            findings.accept(PortExposure.finding(Clause.BOUND_BY_DEFAULT, trial.port()));
            findings.accept(EndChecks.interrupted(trial, patience.grace()));
        }
    }

    /** Kills what runs, and nothing is started from now on: a check that is broken off leaves nothing behind. From any thread. */
    @Override
    public void close() {
        running.close();
    }
}
