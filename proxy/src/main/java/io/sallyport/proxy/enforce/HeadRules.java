package io.sallyport.proxy.enforce;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ViaName;

/** What no head may say, whatever its target is. */
final class HeadRules {
    private HeadRules() {}

    /** Whether the head can be served. */
    static Verdict check(RequestHead head, RequestSource arrival, ViaName via) {
        if (!head.isConnect() && arrival instanceof RequestSource.OnListener(Peer peer) && peer.isForConnectOnly()) {
            return Verdict.Refuse.hinted(ReasonCode.METHOD_REFUSED, "SOCKS serves CONNECT alone: no BIND, no UDP");
        }
        if (head.framing() instanceof Framing.Unclear(String why)) {
            return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, why);
        }
        if (head.isConnect() && arrival instanceof RequestSource.InTunnel) {
            return Verdict.Refuse.hinted(ReasonCode.METHOD_REFUSED, "there is no CONNECT inside a tunnel");
        }
        if (head.isConnect() && hasBody(head.framing())) {
            return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, "a CONNECT has no body");
        }
        if (head.method().equals("TRACE") || hasLowerCase(head.method())) {
            return Verdict.Refuse.hinted(ReasonCode.METHOD_REFUSED, "the method is not served here");
        }
        if (head.fields().count("Authorization") > 1 || head.fields().count("Cookie") > 1) {
            return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, "credentials stand in one field");
        }
        return via.isIn(head.fields())
                ? Verdict.Refuse.hinted(ReasonCode.LOOP_DETECTED, "the request has passed here before")
                : fields(head);
    }

    private static Verdict fields(RequestHead head) {
        HeaderFields fields = head.fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            String value = fields.value(i);
            if (name.equalsIgnoreCase("Expect") && !value.equalsIgnoreCase("100-continue")) {
                return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, "Expect is not 100-continue");
            }
        }
        return WebSocketRule.isAskedFor(fields) ? WebSocketRule.check(head) : Verdict.PASS;
    }

    /** Whether a body follows; one of length 0 is none, which clients such as Java 17 announce. */
    static boolean hasBody(Framing framing) {
        return switch (framing) {
            case Framing.None _ -> false;
            case Framing.Length(long bytes) -> bytes > 0;
            case Framing.Chunked _, Framing.UntilClose _, Framing.Unclear _ -> true;
        };
    }

    /**
     * Methods are case-sensitive, and none that is registered has a small letter: a rule for DELETE must meet delete.
     */
    private static boolean hasLowerCase(String method) {
        for (int i = 0; i < method.length(); i++) {
            if (method.charAt(i) >= 'a' && method.charAt(i) <= 'z') {
                return true;
            }
        }
        return false;
    }
}
