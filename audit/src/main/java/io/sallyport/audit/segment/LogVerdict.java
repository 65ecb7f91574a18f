package io.sallyport.audit.segment;

import io.sallyport.audit.chain.ChainVerdict;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a log with its segments. Immutable.
 *
 * @param chain of all lines that are there
 * @param segments how many closed segments were read
 * @param unsigned how many of them, the newest, no signature of the given key covers; all if no key was given
 * @param removed what retention removed before them, or null
 */
public record LogVerdict(
        ChainVerdict chain,
        long segments,
        long unsigned,
        @Nullable Removal removed) {
    /** Returns the verdict of files that were taken as they are, without their manifests. */
    public static LogVerdict ofFiles(ChainVerdict chain) {
        return new LogVerdict(chain, 0, 0, null);
    }
}
