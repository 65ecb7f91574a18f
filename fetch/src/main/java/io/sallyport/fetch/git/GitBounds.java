package io.sallyport.fetch.git;

import io.sallyport.fetch.forge.FetchBounds;

/**
 * What a git fetch may cost, beside its time.
 *
 * @param received bytes of all answers together
 * @param objectBytes of one object, unpacked
 * @param objects of one pack
 * @param unpackedBytes of one pack, each object unpacked
 * @param directories of one skill
 */
record GitBounds(long received, long objectBytes, long objects, long unpackedBytes, int directories) {
    /** For names of branches, commits, and directories of the repository outside the skill. */
    static final long ALLOWANCE_BYTES = 14L << 20;

    private static final long MAX_OBJECTS = 200_000;
    private static final long MAX_UNPACKED_BYTES = 256L << 20;
    private static final int DIRECTORIES_FOR_EACH_FILE = 4;

    static GitBounds of(FetchBounds bounds) {
        return new GitBounds(
                bounds.bytes() + ALLOWANCE_BYTES,
                bounds.bytes(),
                MAX_OBJECTS,
                MAX_UNPACKED_BYTES,
                DIRECTORIES_FOR_EACH_FILE * bounds.files());
    }
}
