package io.sallyport.proxy.enforce.own;

import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;

/** What a call of the decision API must be before its body is read: a POST of a small body, as it is. */
public final class CheckRule {
    public static final String PATH = "/v1/check";

    private CheckRule() {}

    /** Whether the body is read. */
    public static Verdict judge(RequestHead head) {
        if (!head.method().equals("POST")) {
            return Verdict.Refuse.hinted(ReasonCode.METHOD_REFUSED, "only POST");
        }
        if (head.fields().count("Content-Encoding") > 0) {
            return malformed("the body has a content coding");
        }
        return switch (head.framing()) {
            case Framing.Length(long bytes)
            when bytes > GuardDesk.MAX_BYTES -> malformed("the body is larger than " + GuardDesk.MAX_BYTES + " bytes");
            case Framing.Length _, Framing.Chunked _ -> Verdict.PASS;
            case Framing.None _ -> malformed("there is no body");
            case Framing.UntilClose _, Framing.Unclear _ -> malformed("where the body ends is not clear");
        };
    }

    private static Verdict malformed(String why) {
        return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, why);
    }
}
