package io.sallyport.decision;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Until when the documents of one submission grant anything. Once it was seen to have ended it has ended, wherever the
 * wall clock is set afterwards; only documents that are put again have another term. Safe for concurrent use.
 */
public final class LeaseTerm {
    private final Instant expiresAt;
    private volatile boolean ended;

    private LeaseTerm(Instant expiresAt) {
        this.expiresAt = expiresAt;
    }

    /** A new one; null where nothing ends. */
    public static @Nullable LeaseTerm until(@Nullable Instant expiresAt) {
        return expiresAt == null ? null : new LeaseTerm(expiresAt);
    }

    /** The instant at which every grant ends. */
    public Instant expiresAt() {
        return expiresAt;
    }

    /**
     * Whether it has ended at {@code now}, or was seen to have ended before.
     *
     * @param grace for how long after its end it still holds
     */
    public boolean hasEnded(Instant now, Duration grace) {
        if (!ended && !now.isBefore(expiresAt.plus(grace))) {
            ended = true;
        }
        return ended;
    }

    /** Whether it was seen to have ended. Asks no clock. */
    public boolean isEnded() {
        return ended;
    }

    /** It was seen to have ended by an earlier process. */
    public void end() {
        ended = true;
    }
}
