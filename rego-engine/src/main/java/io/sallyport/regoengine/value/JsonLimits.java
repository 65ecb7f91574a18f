package io.sallyport.regoengine.value;

/**
 * The limits of a JSON text.
 *
 * @param maxBytes bytes of the text (UTF-16 units, if it is given as a string)
 * @param maxDepth nesting of arrays and objects
 */
public record JsonLimits(long maxBytes, int maxDepth) {
    /** Limits for documents from an operator: 64 MiB, 256 levels. */
    public static final JsonLimits DOCUMENT = new JsonLimits(64L << 20, 256);

    public JsonLimits {
        if (maxBytes < 1 || maxDepth < 1 || maxDepth > 1000) {
            throw new IllegalArgumentException(
                    "JSON limits: %d bytes, %d deep (expected: > 0, at most 1000 deep)".formatted(maxBytes, maxDepth));
        }
    }
}
