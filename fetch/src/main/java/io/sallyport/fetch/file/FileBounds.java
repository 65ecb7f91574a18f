package io.sallyport.fetch.file;

import java.time.Duration;

/**
 * What one file may cost.
 *
 * @param bytes of it, as they arrive
 * @param redirects that are followed
 * @param time from the request to its end
 */
public record FileBounds(long bytes, int redirects, Duration time) {
    /** The most that an operator can allow. */
    public static final int MAX_BYTES = 1 << 30;

    public static final FileBounds DEFAULT = new FileBounds(64L << 20, 5, Duration.ofSeconds(25));

    /** The same with another bound on bytes. */
    public FileBounds upTo(long otherBytes) {
        return new FileBounds(otherBytes, redirects, time);
    }
}
