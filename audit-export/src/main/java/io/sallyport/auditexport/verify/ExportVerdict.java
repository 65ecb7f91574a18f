package io.sallyport.auditexport.verify;

import io.sallyport.audit.chain.ChainVerdict;

/** The result of the verification of exported files. */
public sealed interface ExportVerdict {
    /** Every line says what its sealed line says, and none is missing between the first and the last. */
    record Whole(ChainVerdict.Whole chain) implements ExportVerdict {}

    /**
     * Every line says what its sealed line says, and they are in order; others may be missing between them.
     *
     * @param gaps places where lines of the log are missing
     */
    record WithGaps(long lines, long gaps) implements ExportVerdict {}

    /**
     * A line was changed, added, moved or removed.
     *
     * @param file the name given by the caller
     * @param line the number of the line in that file, from 1
     * @param why one sentence without its full stop
     */
    record Broken(String file, long line, String why) implements ExportVerdict {}
}
