package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import java.util.function.Function;

/**
 * A CONNECT asks for TLS; where nothing grants that, and nothing denies it, it asks for a tunnel for anything, which a
 * grant has to name ({@code tcp}, docs/decisions/tunnels.md), then for one in which something certain is spoken.
 */
public final class TcpQuestion {
    private TcpQuestion() {}

    /** The request as it is to be judged: as it came, or a tunnel by {@code tcp} where only such a one is granted. */
    public static CanonicalRequest of(CanonicalRequest request, Function<CanonicalRequest, Decision> policies) {
        if (request.kind() != RequestKind.CONNECT || !hasNoGrant(request, policies)) {
            return request;
        }
        for (Scheme scheme : Scheme.TCP.covered()) {
            CanonicalRequest tunnel = request.withScheme(scheme);
            if (!hasNoGrant(tunnel, policies)) {
                return tunnel;
            }
        }
        return request;
    }

    private static boolean hasNoGrant(CanonicalRequest request, Function<CanonicalRequest, Decision> policies) {
        return policies.apply(request) instanceof Decision.Deny deny && deny.reason() == ReasonCode.NO_GRANT;
    }
}
