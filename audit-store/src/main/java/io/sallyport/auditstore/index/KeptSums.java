package io.sallyport.auditstore.index;

/** What was counted and is kept: of one part of the index, or of several that follow each other. */
sealed interface KeptSums permits SegmentSums, RunSums {
    /** Returns how much memory it takes. */
    long bytes();
}
