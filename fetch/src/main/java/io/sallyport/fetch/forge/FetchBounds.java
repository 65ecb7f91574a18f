package io.sallyport.fetch.forge;

import java.time.Duration;

/**
 * What one fetch may cost.
 *
 * @param files of one skill
 * @param bytes of its files together, as they arrive
 * @param calls to the forge
 * @param time from the request to its end
 */
public record FetchBounds(int files, long bytes, int calls, Duration time) {
    public static final FetchBounds DEFAULT = new FetchBounds(1_000, 50L << 20, 200, Duration.ofSeconds(25));
}
