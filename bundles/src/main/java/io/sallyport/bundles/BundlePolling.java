package io.sallyport.bundles;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often a bundle is asked for. Immutable.
 *
 * @param minDelay the shortest pause after a request that succeeded
 * @param maxDelay the longest one, and the longest after requests that failed
 * @param longPoll how long the service may hold a request until there is news; null for no long polling
 */
public record BundlePolling(
        Duration minDelay, Duration maxDelay, @Nullable Duration longPoll) {}
