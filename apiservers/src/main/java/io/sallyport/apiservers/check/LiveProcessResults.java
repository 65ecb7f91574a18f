package io.sallyport.apiservers.check;

import java.util.function.Consumer;

/**
 * What is found while a process runs: of one that has ended only the first thing that it did not do is told, for the
 * others were not tried. Confined to one thread.
 */
final class LiveProcessResults implements Consumer<ClauseResult> {
    private final CheckedProcess trial;
    private final Consumer<ClauseResult> findings;
    private boolean ended;

    LiveProcessResults(CheckedProcess trial, Consumer<ClauseResult> findings) {
        this.trial = trial;
        this.findings = findings;
    }

    @Override
    public void accept(ClauseResult finding) {
        findings.accept(ended ? ClauseResult.unseen(finding.clause(), "it has ended before") : finding);
        ended = ended || !trial.isAlive() || (finding.verdict() == ClauseResult.ClauseVerdict.SHORT && trial.isGone());
    }

    boolean hasEnded() {
        return ended;
    }

    /** Tells whether it runs still, which is wanted of it. */
    boolean end() throws InterruptedException {
        ended = ended || trial.isGone();
        findings.accept(ClauseResult.of(ContractClause.SURVIVES, !ended, trial.lastWords()));
        return !ended;
    }
}
