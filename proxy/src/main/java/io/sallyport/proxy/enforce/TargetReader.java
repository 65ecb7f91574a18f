package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.RequestHead;

/**
 * A head to the one canonical request that is judged, dialled and audited. Each form of target only with the methods
 * that it belongs to (RFC 9112 section 3.2), and one authority only: Host says what the target says.
 */
record TargetReader(SlashRule slashes) {
    /** @param dialect in which the policies read requests */
    RequestedTarget read(RequestHead head, RequestSource arrival, PolicyDialect dialect) {
        if (dialect.has(PolicySwitch.ROOT_DOT) && endsInDot(head.target())) {
            return unserved(ReasonCode.NOT_CANONICAL, "no rule covers a host that ends in a dot");
        }
        RequestedTarget target = switch (arrival) {
            case RequestSource.OnListener(Peer peer) -> {
                CanonicalAuthority destination = peer.destination();
                yield destination == null ? onListener(head, dialect) : captured(head, destination, dialect);
            }
            case RequestSource.InTunnel tunnel -> inTunnel(head, tunnel, dialect);
        };
        if (!(target instanceof RequestedTarget.Outward(CanonicalRequest request))) {
            return target;
        }
        if (isOfGateway(request, arrival)) {
            return new RequestedTarget.Own(request);
        }
        return switch (HostFieldRule.check(head, request)) {
            case Verdict.Pass _ -> OwnNames.sort(request.withContentType(head.values("content-type")));
            case Verdict.Refuse mismatch -> RequestedTarget.Unserved.of(mismatch, request);
        };
    }

    /** Whether the authority of a target in absolute-form or authority-form has a host with a dot at its end. */
    private static boolean endsInDot(String target) {
        int scheme = target.indexOf("://");
        int end = scheme < 0 ? 0 : scheme + 3;
        int from = end;
        while (end < target.length() && ":/?#".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        return end > from && target.charAt(end - 1) == '.';
    }

    /** SOCKS has no other way to ask for what the gateway itself answers than by a tunnel. */
    private static boolean isOfGateway(CanonicalRequest request, RequestSource arrival) {
        return arrival instanceof RequestSource.OnListener(Peer peer)
                && peer.isForConnectOnly()
                && OwnNames.isTunnelToGateway(request);
    }

    private RequestedTarget onListener(RequestHead head, PolicyDialect dialect) {
        String target = head.target();
        if (head.isConnect()) {
            return connect(target);
        }
        if (target.charAt(0) == '/') {
            return ofGateway(head);
        }
        return target.contains("://")
                ? absolute(head, target, dialect)
                : unserved(ReasonCode.MALFORMED_REQUEST, "the request target is not an absolute URL");
    }

    /** On a transparent listener the only CONNECT is the connection itself. */
    private RequestedTarget captured(RequestHead head, CanonicalAuthority destination, PolicyDialect dialect) {
        if (!head.isConnect()) {
            int port = destination.portOr(Scheme.HTTP.defaultPort());
            return atTarget(head, Scheme.HTTP, destination.host(), port, dialect);
        }
        return head.target().equals(destination.toString())
                ? connect(head.target())
                : unserved(ReasonCode.METHOD_REFUSED, "no proxy listens here: connect to the target itself");
    }

    private static RequestedTarget connect(String target) {
        return switch (CanonicalAuthority.parseConnect(target)) {
            case Parsed.Accepted(var authority) ->
                new RequestedTarget.Outward(CanonicalRequest.connect(Scheme.HTTPS, authority.host(), authority.port()));
            case Parsed.Rejected(String why, int at) -> notCanonical(ReasonCode.NOT_CANONICAL, why, at);
        };
    }

    private RequestedTarget absolute(RequestHead head, String target, PolicyDialect dialect) {
        return switch (slashes.url(target, dialect)) {
            case Canonicalized.Rejected(var reason, String why, int at) -> notCanonical(target, reason, why, at);
            case Canonicalized.Accepted(var url)
            when url.scheme() != Scheme.HTTP ->
                unserved(ReasonCode.UNSUPPORTED_SCHEME, "only http:// is sent on so; use CONNECT for the rest");
            case Canonicalized.Accepted(var url) ->
                new RequestedTarget.Outward(CanonicalRequest.http(
                        url.scheme(), url.host(), url.port(), head.method(), url.path(), url.query()));
        };
    }

    private RequestedTarget inTunnel(RequestHead head, RequestSource.InTunnel tunnel, PolicyDialect dialect) {
        CanonicalRequest connect = tunnel.connect().request();
        return atTarget(head, tunnel.scheme(), connect.host(), connect.port(), dialect);
    }

    /**
     * A client that knows of no proxy speaks as to the target itself: in origin-form, or in absolute-form of the very
     * authority (RFC 9112 sections 3.2.1 and 3.2.2).
     */
    private RequestedTarget atTarget(
            RequestHead head, Scheme scheme, CanonicalHost host, int port, PolicyDialect dialect) {
        if (head.target().charAt(0) == '/') {
            return origin(head, scheme, host, port, dialect);
        }
        return switch (slashes.url(head.target(), dialect)) {
            case Canonicalized.Rejected(var _, var _, int _) ->
                unserved(ReasonCode.MALFORMED_REQUEST, "the request target is neither a path nor an absolute URL");
            case Canonicalized.Accepted(var url) -> {
                var request = CanonicalRequest.http(
                        url.scheme(), url.host(), url.port(), head.method(), url.path(), url.query());
                yield url.scheme() == scheme && url.host().equals(host) && url.port() == port
                        ? new RequestedTarget.Outward(request)
                        : new RequestedTarget.Unserved(
                                ReasonCode.AUTHORITY_MISMATCH, "the request target is not the tunnel's", request);
            }
        };
    }

    /** Outside a tunnel an origin-form can only be meant for the gateway itself. */
    private RequestedTarget ofGateway(RequestHead head) {
        String host = head.fields().first("Host");
        CanonicalHost own = host == null ? null : OwnNames.begins(host);
        if (own == null) {
            return unserved(ReasonCode.MALFORMED_REQUEST, "this is a proxy: the request target is an absolute URL");
        }
        return origin(head, Scheme.HTTP, own, Scheme.HTTP.defaultPort(), PolicyDialect.STRICT);
    }

    private RequestedTarget origin(
            RequestHead head, Scheme scheme, CanonicalHost host, int port, PolicyDialect dialect) {
        return switch (slashes.target(head.target(), host, dialect)) {
            case Canonicalized.Rejected(var reason, String why, int at) -> notCanonical(head.target(), reason, why, at);
            case Canonicalized.Accepted(var target) ->
                new RequestedTarget.Outward(
                        CanonicalRequest.http(scheme, host, port, head.method(), target.path(), target.query()));
        };
    }

    private RequestedTarget notCanonical(String target, ReasonCode reason, String why, int at) {
        String advice = slashes.advice(target);
        return advice == null ? notCanonical(reason, why, at) : unserved(reason, advice);
    }

    private static RequestedTarget notCanonical(ReasonCode reason, String why, int at) {
        return unserved(reason, why + " (at " + at + " of the target)");
    }

    private static RequestedTarget unserved(ReasonCode reason, String why) {
        return new RequestedTarget.Unserved(reason, why);
    }
}
