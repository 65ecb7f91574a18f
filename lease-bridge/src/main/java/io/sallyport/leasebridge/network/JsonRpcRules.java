package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.network.PolicyEndpoint.Allow;
import io.sallyport.leasebridge.network.PolicyEndpoint.Protocol;
import io.sallyport.model.condition.CallPattern;
import io.sallyport.model.condition.Conditions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads rules about calls of JSON-RPC 2.0, which are POST requests (specs: network policy, sections 2 and 12). */
record JsonRpcRules(String rule, EndpointFields in, BodySettings settings) implements ProtocolRules {
    /** Matches every text. */
    static final String ANYTHING = "(?s)^.*$";

    @Override
    public List<Allow> preset(String access) {
        return List.of();
    }

    @Override
    public List<Allow> anything() {
        return List.of(in.whole(rule, Set.of("POST"), calls(ANYTHING), "audit"));
    }

    @Override
    public List<Allow> read(RuleEntry entry) {
        entry.refuseOthers(Protocol.JSON_RPC, Set.of("method"), in.findings());
        String method = entry.text("method");
        if (method.isEmpty()) {
            entry.error(DiagnosticCode.MISSING_KEY, "method is wanted", "write * for any method", in.findings());
            return List.of();
        }
        if (!method.equals("*") && RuleEntry.isGlob(method)) {
            String help = "name each method; * alone is any";
            entry.error(DiagnosticCode.BAD_VALUE, "method: json-rpc takes no glob", help, in.findings());
        }
        Conditions conditions = calls(method.equals("*") ? ANYTHING : PolicyGlob.literal(method));
        return List.of(entry.everywhere(entry.denies() ? Set.of() : Set.of("POST"), conditions, method));
    }

    private Conditions calls(String method) {
        return Conditions.of(new CallPattern.Rpc(Map.of("method", method), null, settings.maxBytes()));
    }
}
