package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.model.text.Parsed;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names that the gateway answers itself; they are never resolved and never dialled, whatever policy says, but for
 * API servers.
 */
final class OwnNames {
    /** Answers by plain HTTP on port 80. */
    static final CanonicalHost GATEWAY = canonical(GatewayNames.GATEWAY);

    /** Answers for models, the same way. */
    static final CanonicalHost MODELS = canonical(GatewayNames.MODELS);

    private OwnNames() {}

    /** Tells the gateway's own names from those outside. */
    static RequestedTarget sort(CanonicalRequest request) {
        String name = request.host().text();
        if (answers(request.host()) && request.kind() == RequestKind.HTTP && request.port() == 80) {
            return new RequestedTarget.Own(request);
        }
        boolean isAlias = name.equals(ApiServerHost.ALIAS) && request.scheme() == Scheme.HTTP;
        if (request.scheme() == Scheme.API || isAlias) {
            return new RequestedTarget.Outward(request);
        }
        return GatewayNames.isOwn(name)
                ? new RequestedTarget.Unserved(
                        ReasonCode.LOCAL_NAME, "the gateway's own names answer plain HTTP only", request)
                : new RequestedTarget.Outward(request);
    }

    /**
     * Whether a CONNECT asks for the gateway itself, at the only port where it answers, or for what may be an API
     * server.
     */
    static boolean isTunnelToGateway(CanonicalRequest request) {
        return request.kind() == RequestKind.CONNECT
                && ((request.port() == Scheme.HTTP.defaultPort() && answers(request.host()))
                        || isTunnelToServer(request));
    }

    /** Whether a CONNECT asks for what may be an API server. */
    static boolean isTunnelToServer(CanonicalRequest request) {
        String name = request.host().text();
        return request.kind() == RequestKind.CONNECT && (ApiServerHost.is(name) || name.equals(ApiServerHost.ALIAS));
    }

    /** The own name that a Host, as written, begins with, or null; the rest of it is checked against the target. */
    static @Nullable CanonicalHost begins(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        if (lower.startsWith(MODELS.text())) {
            return MODELS;
        }
        return lower.startsWith(GATEWAY.text()) ? GATEWAY : null;
    }

    private static boolean answers(CanonicalHost host) {
        return host.equals(GATEWAY) || host.equals(MODELS);
    }

    private static CanonicalHost canonical(String name) {
        return switch (CanonicalHost.parse(name)) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int _) -> throw new IllegalStateException(name + ": " + why);
        };
    }
}
