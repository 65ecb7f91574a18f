package io.sallyport.proxy.enforce;

import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/** What a call of the decision API must be before its body is read: a POST of a small body, as it is. */
final class CheckRule {
    static final String PATH = "/v1/check";

    private CheckRule() {}

    /** Why the body is not read, or null where it may be. */
    static @Nullable String unfit(RequestHead head) {
        if (!head.method().equals("POST")) {
            return "only POST";
        }
        if (head.fields().count("Content-Encoding") > 0) {
            return "the body has a content coding";
        }
        return switch (head.framing()) {
            case Framing.Length(long bytes)
            when bytes > GuardDesk.MAX_BYTES -> "the body is larger than " + GuardDesk.MAX_BYTES + " bytes";
            case Framing.Length _, Framing.Chunked _ -> null;
            case Framing.None _ -> "there is no body";
            case Framing.UntilClose _, Framing.Unclear _ -> "where the body ends is not clear";
        };
    }

    /** @param full why nothing new is begun, or null */
    static ReasonCode reason(RequestHead head, @Nullable ReasonCode full) {
        if (full != null) {
            return full;
        }
        return head.method().equals("POST") ? ReasonCode.MALFORMED_REQUEST : ReasonCode.METHOD_REFUSED;
    }
}
