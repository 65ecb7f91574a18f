package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.check.Finding;

/** Tells what was found, as it is found. Confined to one thread. */
interface FindingReport {
    /**
     * One more finding.
     *
     * @param counts whether falling short of it is a failure, and not a warning
     */
    void add(Finding finding, boolean counts);

    /** It cannot be started, so there is no more to find; whoever asks is told why elsewhere too. */
    void notStarted(String why);

    /** All that there is to find was told. */
    void end(boolean passes);
}
