package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalAuthority;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Dialect;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Host names the very authority of the target: HTTP/1.1 has it exactly once (RFC 9112 section 3.2), HTTP/1.0 at most
 * once.
 */
final class HostRule {
    private HostRule() {}

    /** Why the head is not served, or null where Host and target agree. */
    static Target.@Nullable Unserved check(RequestHead head, CanonicalRequest request) {
        String host = head.fields().first("Host");
        if (host == null) {
            return head.minorVersion() == 0 ? null : malformed("Host is missing", request);
        }
        if (head.fields().count("Host") > 1) {
            return malformed("more than one Host", request);
        }
        if (host.equals(request.authority())) {
            return null;
        }
        return switch (CanonicalAuthority.parse(host, Dialect.WIRE)) {
            case CanonicalAuthority.Rejected(String why, int at) ->
                malformed("Host: " + why + " (at " + at + ")", request);
            case CanonicalAuthority.Accepted(var authority) ->
                isSame(authority, request)
                        ? null
                        : new Target.Unserved(
                                ReasonCode.AUTHORITY_MISMATCH, "Host differs from the request target", request);
        };
    }

    private static boolean isSame(CanonicalAuthority authority, CanonicalRequest request) {
        return authority.host().equals(request.host())
                && authority.portOr(request.scheme().defaultPort()) == request.port();
    }

    private static Target.Unserved malformed(String why, CanonicalRequest request) {
        return new Target.Unserved(ReasonCode.MALFORMED_REQUEST, why, request);
    }
}
