package io.sallyport.models;

import java.time.Duration;

/**
 * Limits of requests of models. Immutable.
 *
 * @param time from the request to the end of its answer
 * @param firstToken until the first byte of a stream; then the next backend is tried
 * @param outputTokens most tokens of output where a budget counts and the request does not say, from 1
 */
public record ModelLimits(Duration time, Duration firstToken, int outputTokens) {
    /** Calls under way, of all sandboxes. */
    static final int MAX_CALLS = 1_024;

    /** Of one sandbox. */
    static final int MAX_CALLS_EACH = 128;

    /** Bytes of an answer that is held until it is whole; a longer one passes piece by piece. */
    static final int MAX_WHOLE_BYTES = 8 << 20;

    /** Bytes of an event of a stream that is held until it is whole; a longer one passes piece by piece. */
    static final int MAX_EVENT_BYTES = 1 << 20;

    public static final ModelLimits DEFAULT = new ModelLimits(Duration.ofMinutes(10), Duration.ofSeconds(60), 4_096);
}
