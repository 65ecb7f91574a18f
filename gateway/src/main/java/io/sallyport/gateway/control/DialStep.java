package io.sallyport.gateway.control;

import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.Explanation.Standing;
import io.sallyport.egress.Target;
import io.sallyport.egress.Wire;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.GatewayNames;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import java.util.List;

/** Adds to an explanation that allows what the dialer refuses by the name or the address alone. */
record DialStep(TargetCheck check) {
    /**
     * The whole of it. Where the dialer does not refuse there is no step, since it has not asked for addresses. Names of the
     * gateway's own are left out, which the proxy answers or renames before it dials, and so is what the fetch endpoint
     * is asked for, which may dial another host of the same forge.
     */
    Explanation of(SandboxId sandbox, Explanation explanation) {
        return explanation.question() instanceof CanonicalRequest request
                        && explanation.decision() instanceof Decision.Allow allowed
                        && request.kind() != RequestKind.FETCH
                        && !GatewayNames.isOwn(request.host().text())
                ? under(explanation, target(sandbox, request, allowed))
                : explanation;
    }

    private Explanation under(Explanation explanation, Target target) {
        ReasonCode refused = check.refuses(target);
        return refused == null
                ? explanation
                : explanation.under(List.of(new Standing("egress", refused)), Decision.Deny.of(refused));
    }

    private static Target target(SandboxId sandbox, CanonicalRequest request, Decision.Allow allowed) {
        boolean tls = request.kind() != RequestKind.CONNECT && request.scheme() == Scheme.HTTPS;
        return new Target(
                sandbox,
                request.host(),
                request.port(),
                tls ? Wire.TLS : Wire.PLAIN,
                allowed.obligations().addresses());
    }
}
