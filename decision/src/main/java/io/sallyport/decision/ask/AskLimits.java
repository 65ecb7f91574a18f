package io.sallyport.decision.ask;

import java.time.Duration;

/**
 * Bounds of requests that wait for a person.
 *
 * @param timeout how long each waits at most
 * @param maxHeld how many wait at once; zero: none does
 * @param maxHeldPerSandbox how many of one sandbox
 */
public record AskLimits(Duration timeout, int maxHeld, int maxHeldPerSandbox) {
    /** Two minutes, 200 requests, and four of one sandbox. */
    public static final AskLimits DEFAULT = new AskLimits(Duration.ofMinutes(2), 200, 4);

    /** Nothing waits. */
    public static final AskLimits NONE = new AskLimits(Duration.ofMinutes(2), 0, 0);
}
