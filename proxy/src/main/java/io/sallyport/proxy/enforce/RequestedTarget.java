package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/** What a head asks for. */
sealed interface RequestedTarget {
    /** Somewhere outside. */
    record Outward(CanonicalRequest request) implements RequestedTarget {}

    /** The gateway itself, under its own name. */
    record Own(CanonicalRequest request) implements RequestedTarget {}

    /**
     * Nothing that is served.
     *
     * @param why safe to show; null where the reason says all
     * @param request what was asked, where that much could be read
     */
    record Unserved(
            ReasonCode reason,
            @Nullable String why,
            @Nullable CanonicalRequest request) implements RequestedTarget {
        Unserved(ReasonCode reason, String why) {
            this(reason, why, null);
        }

        static Unserved of(Verdict.Refuse refuse, @Nullable CanonicalRequest request) {
            return new Unserved(refuse.reason(), refuse.hint(), request);
        }
    }
}
