package io.sallyport.models;

import io.sallyport.egress.http.KeptLimits;
import java.time.Duration;

/**
 * Limits of requests of models. Immutable.
 *
 * @param time from the request to the end of its answer
 * @param firstToken until the first byte of a stream; then the next backend is tried
 * @param outputTokens most tokens of output where a budget counts and the request does not say, from 1
 * @param idle connections to backends that wait for the next request
 */
public record ModelLimits(Duration time, Duration firstToken, int outputTokens, KeptLimits idle) {
    /** Calls under way, of all sandboxes. */
    static final int MAX_CALLS = 1_024;

    /** Of one sandbox. */
    static final int MAX_CALLS_EACH = 128;

    /** How long a connection to a backend is used at all. */
    public static final Duration MAX_CONNECTION_AGE = Duration.ofMinutes(10);

    /** Bytes of an answer that is held until it is whole; a longer one passes piece by piece. */
    static final int MAX_WHOLE_BYTES = 8 << 20;

    /** Bytes of an event of a stream that is held until it is whole; a longer one passes piece by piece. */
    static final int MAX_EVENT_BYTES = 1 << 20;

    private static final KeptLimits IDLE =
            new KeptLimits(MAX_CALLS_EACH, MAX_CALLS, Duration.ofSeconds(30), MAX_CONNECTION_AGE);

    public static final ModelLimits DEFAULT =
            new ModelLimits(Duration.ofMinutes(10), Duration.ofSeconds(60), 4_096, IDLE);
}
