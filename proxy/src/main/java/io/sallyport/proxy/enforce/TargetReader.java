package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalAuthority;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Dialect;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestTarget;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.listener.RequestHead;

/**
 * A head to the one canonical request that is judged, dialled and audited. Each form of target only with the methods that
 * it belongs to (RFC 9112 section 3.2), and one authority only: Host says what the target says.
 */
final class TargetReader {
    private TargetReader() {}

    static Target read(RequestHead head) {
        Target target = form(head);
        if (!(target instanceof Target.Outward(CanonicalRequest request))) {
            return target;
        }
        Target.Unserved mismatch = HostRule.check(head, request);
        return mismatch == null ? OwnNames.sort(request) : mismatch;
    }

    private static Target form(RequestHead head) {
        String target = head.target();
        if (head.isConnect()) {
            return connect(target);
        }
        if (target.charAt(0) == '/') {
            return origin(head);
        }
        return target.contains("://")
                ? absolute(head, target)
                : unserved(ReasonCode.MALFORMED_REQUEST, "the request target is not an absolute URL");
    }

    private static Target connect(String target) {
        return switch (CanonicalAuthority.parseConnect(target)) {
            case CanonicalAuthority.Accepted(var authority) ->
                new Target.Outward(CanonicalRequest.connect(Scheme.HTTPS, authority.host(), authority.port()));
            case CanonicalAuthority.Rejected(String why, int at) -> notCanonical(ReasonCode.NOT_CANONICAL, why, at);
        };
    }

    private static Target absolute(RequestHead head, String target) {
        return switch (CanonicalUrl.parse(target, Dialect.WIRE)) {
            case CanonicalUrl.Rejected(var reason, String why, int at) -> notCanonical(reason, why, at);
            case CanonicalUrl.Accepted(var url)
            when url.scheme() != Scheme.HTTP ->
                unserved(ReasonCode.UNSUPPORTED_SCHEME, "only http:// is sent on so; use CONNECT for the rest");
            case CanonicalUrl.Accepted(var url) ->
                new Target.Outward(CanonicalRequest.http(
                        url.scheme(), url.host(), url.port(), head.method(), url.path(), url.query()));
        };
    }

    /** An origin-form can only be meant for the gateway itself. */
    private static Target origin(RequestHead head) {
        String host = head.fields().first("Host");
        if (host == null || !OwnNames.isGateway(host)) {
            return unserved(ReasonCode.MALFORMED_REQUEST, "this is a proxy: the request target is an absolute URL");
        }
        return switch (RequestTarget.parse(head.target())) {
            case RequestTarget.Rejected(var reason, String why, int at) -> notCanonical(reason, why, at);
            case RequestTarget.Accepted(var target) ->
                new Target.Outward(CanonicalRequest.http(
                        Scheme.HTTP,
                        OwnNames.GATEWAY,
                        Scheme.HTTP.defaultPort(),
                        head.method(),
                        target.path(),
                        target.query()));
        };
    }

    private static Target notCanonical(ReasonCode reason, String why, int at) {
        return unserved(reason, why + " (at " + at + " of the target)");
    }

    private static Target unserved(ReasonCode reason, String why) {
        return new Target.Unserved(reason, why);
    }
}
