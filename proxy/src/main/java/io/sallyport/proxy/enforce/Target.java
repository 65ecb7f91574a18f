package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/** What a head asks for. */
sealed interface Target {
    /** Somewhere outside. */
    record Outward(CanonicalRequest request) implements Target {}

    /** The gateway itself, under its own name. */
    record Own(CanonicalRequest request) implements Target {}

    /**
     * Nothing that is served.
     *
     * @param why safe to show; null where the reason says all
     * @param request what was asked, where that much could be read
     */
    record Unserved(
            ReasonCode reason,
            @Nullable String why,
            @Nullable CanonicalRequest request) implements Target {
        Unserved(ReasonCode reason, String why) {
            this(reason, why, null);
        }

        static Unserved of(Verdict.Refuse refuse, @Nullable CanonicalRequest request) {
            return new Unserved(refuse.reason(), refuse.hint(), request);
        }
    }
}
