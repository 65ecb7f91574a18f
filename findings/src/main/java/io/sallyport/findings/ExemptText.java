package io.sallyport.findings;

import io.sallyport.model.secret.FindingPlace;

/** Text that looks like a token and is known to be none. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface ExemptText {
    /** Nothing is exempt. */
    ExemptText NONE = (_, _, _, _) -> false;

    /**
     * Returns whether all bytes of what looks like a token belong to text that is exempt there.
     *
     * @param text decoded, where the token stands in an encoding
     * @param from index of its first byte
     * @param to index after the last byte that its form demands
     */
    boolean covers(FindingPlace place, byte[] text, int from, int to);
}
