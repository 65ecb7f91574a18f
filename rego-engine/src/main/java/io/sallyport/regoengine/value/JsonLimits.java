package io.sallyport.regoengine.value;

/**
 * How large a JSON text may be.
 *
 * @param maxBytes bytes of the text (its UTF-16 units, where it is given as a string)
 * @param maxDepth arrays and objects within each other
 */
public record JsonLimits(long maxBytes, int maxDepth) {
    /** Enough for documents that an operator gives: 64 MiB, 256 deep. */
    public static final JsonLimits DOCUMENT = new JsonLimits(64L << 20, 256);

    public JsonLimits {
        if (maxBytes < 1 || maxDepth < 1 || maxDepth > 1000) {
            throw new IllegalArgumentException(
                    "JSON limits: %d bytes, %d deep (expected: > 0, at most 1000 deep)".formatted(maxBytes, maxDepth));
        }
    }
}
