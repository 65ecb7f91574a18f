package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;

/**
 * What all sources together may use.
 *
 * @param maxSources 1..10000
 * @param maxBytes of all values in use, including those that were replaced while a request uses them; 1 byte to 1 GiB
 * @param maxFetches sources that are read at the same time, 1..256
 */
public record SecretBounds(int maxSources, long maxBytes, int maxFetches) {
    /** 1000 sources, 16 MiB, 8 at once. */
    public static final SecretBounds DEFAULT = new SecretBounds(1000, 16 << 20, 8);

    /** Checks the ranges. */
    public static Parsed<SecretBounds> of(int maxSources, long maxBytes, int maxFetches) {
        if (maxSources < 1 || maxSources > 10_000) {
            return new Parsed.Rejected<>("max_sources is 1 to 10000");
        }
        if (maxBytes < 1 || maxBytes > 1 << 30) {
            return new Parsed.Rejected<>("max_bytes is 1 byte to 1 GiB");
        }
        return maxFetches < 1 || maxFetches > 256
                ? new Parsed.Rejected<>("max_fetches is 1 to 256")
                : new Parsed.Accepted<>(new SecretBounds(maxSources, maxBytes, maxFetches));
    }
}
