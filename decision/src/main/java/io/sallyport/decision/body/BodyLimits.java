package io.sallyport.decision.body;

/**
 * Bounds of a body that is read; beyond one of them it is unreadable.
 *
 * @param bytesDecoded bytes without content coding
 * @param depth nesting of arrays and objects in JSON
 * @param members values in JSON: scalars, arrays and objects
 */
public record BodyLimits(int bytesDecoded, int depth, int members) {
    /** One MiB, 128 levels, 100,000 values. */
    public static final BodyLimits DEFAULT = new BodyLimits(1 << 20, 128, 100_000);

    public BodyLimits {
        if (bytesDecoded < 1 || depth < 1 || depth > 256 || members < 1) {
            throw new IllegalArgumentException(
                    "body limits: %d bytes, %d levels, %d values (expected: > 0, levels <= 256)"
                            .formatted(bytesDecoded, depth, members));
        }
    }
}
