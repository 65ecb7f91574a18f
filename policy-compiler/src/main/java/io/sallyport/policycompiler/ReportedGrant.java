package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.Mode;
import io.sallyport.model.PathPattern;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Set;

/**
 * The grant of a sandbox in report mode: every request of HTTP to every host passes as one that a network policy has in
 * audit mode, without a credential, in tunnels that are looked into. Tunnels by {@code tcp} and calls of API servers
 * are none of these.
 */
final class ReportedGrant {
    static final Grant.Net OF_EVERYTHING = new Grant.Net(
            Grant.Source.POLICY,
            "policy:report_mode",
            Set.of(RequestKind.CONNECT, RequestKind.HTTP),
            Set.of(Scheme.HTTP, Scheme.HTTPS, Scheme.WS, Scheme.WSS),
            new HostPattern.Any(),
            Set.of(),
            Set.of(),
            PathPattern.LOOKED_AT,
            null,
            Mode.REPORT,
            "** (report mode: what nothing grants passes, and is recorded)",
            List.of(),
            Conditions.NONE);

    private ReportedGrant() {}
}
