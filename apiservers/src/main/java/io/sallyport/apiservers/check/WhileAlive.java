package io.sallyport.apiservers.check;

import java.util.function.Consumer;

/**
 * What is found while a process runs: of one that has ended only the first thing that it did not do is told, for the others
 * were not tried. Confined to one thread.
 */
final class WhileAlive implements Consumer<Finding> {
    private final CheckedProcess trial;
    private final Consumer<Finding> findings;
    private boolean ended;

    WhileAlive(CheckedProcess trial, Consumer<Finding> findings) {
        this.trial = trial;
        this.findings = findings;
    }

    @Override
    public void accept(Finding finding) {
        findings.accept(ended ? Finding.unseen(finding.clause(), "it has ended before") : finding);
        ended = ended || !trial.isAlive() || (finding.verdict() == Finding.ClauseVerdict.SHORT && trial.isGone());
    }

    boolean hasEnded() {
        return ended;
    }

    /** Tells whether it runs still, which is wanted of it. */
    boolean end() throws InterruptedException {
        ended = ended || trial.isGone();
        findings.accept(Finding.of(Clause.SURVIVES, !ended, trial.lastWords()));
        return !ended;
    }
}
