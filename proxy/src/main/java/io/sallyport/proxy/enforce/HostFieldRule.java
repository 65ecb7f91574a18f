package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.listener.RequestHead;

/**
 * Host names the very authority of the target: HTTP/1.1 has it exactly once (RFC 9112 section 3.2), HTTP/1.0 at most
 * once.
 */
final class HostFieldRule {
    private HostFieldRule() {}

    /** Whether Host and target agree. */
    static Verdict check(RequestHead head, CanonicalRequest request) {
        String host = head.fields().first("Host");
        if (host == null) {
            return head.minorVersion() == 0 ? Verdict.PASS : malformed("Host is missing");
        }
        if (head.fields().count("Host") > 1) {
            return malformed("more than one Host");
        }
        if (host.equals(request.authority())) {
            return Verdict.PASS;
        }
        return switch (CanonicalAuthority.parse(host, Dialect.WIRE)) {
            case Parsed.Rejected(String why, int at) -> malformed("Host: " + why + " (at " + at + ")");
            case Parsed.Accepted(var authority) ->
                isSame(authority, request)
                        ? Verdict.PASS
                        : Verdict.Refuse.hinted(ReasonCode.AUTHORITY_MISMATCH, "Host differs from the request target");
        };
    }

    private static boolean isSame(CanonicalAuthority authority, CanonicalRequest request) {
        return authority.host().equals(request.host())
                && authority.portOr(request.scheme().defaultPort()) == request.port();
    }

    private static Verdict malformed(String why) {
        return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, why);
    }
}
