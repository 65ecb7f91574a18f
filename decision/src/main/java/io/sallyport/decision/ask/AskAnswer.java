package io.sallyport.decision.ask;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a person says to a request that waits. */
public sealed interface AskAnswer {
    /** Returns who answers, as it is recorded. */
    String by();

    /** Returns why, or null. */
    @Nullable
    String reason();

    /**
     * The request passes, if policy in force then refuses it for nothing else.
     *
     * @param uses how often the same request passes, this one included; 1 to {@link #MAX_USES}
     * @param validFor how long the further ones may come; above zero, at most {@link #MAX_VALIDITY}
     */
    record Allowed(String by, @Nullable String reason, int uses, Duration validFor) implements AskAnswer {
        /** The most uses of one approval. */
        public static final int MAX_USES = 1_000;

        /** How long an approval is valid at most. */
        public static final Duration MAX_VALIDITY = Duration.ofHours(24);
    }

    /** The request is refused. */
    record Denied(String by, @Nullable String reason) implements AskAnswer {}
}
