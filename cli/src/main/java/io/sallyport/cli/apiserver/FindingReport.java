package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.check.ClauseResult;

/** Reports findings as they are made. Confined to one thread. */
interface FindingReport {
    /**
     * Adds one finding.
     *
     * @param counts whether a violation is a failure instead of a warning
     */
    void add(ClauseResult finding, boolean counts);

    /**
     * Reports that the server cannot be started, so that no findings follow. The command also prints the reason
     * elsewhere.
     */
    void notStarted(String why);

    /** Ends the report. */
    void end(boolean passes);
}
