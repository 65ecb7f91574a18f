package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.ChangeKind;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.ReasonCode;
import java.util.List;

/** The record that says that tools of an MCP server have changed within a session. */
final class ChangedTools {
    private static final int MAX_CHARS = 2_000; // of its detail; a server chooses names and count

    private ChangedTools() {}

    /** @param changes names and digests, at least one */
    static AuditEvent record(String id, long nowMillis, AllowedRequest list, List<String> changes) {
        PolicyChain policies = list.policies();
        PolicySnapshot own = policies.own();
        String detail = "%d tools of %s have changed: %s"
                .formatted(changes.size(), list.request().host().text(), String.join(", ", changes));
        return AuditEvent.begin(id, nowMillis)
                .rule("mcp:changed-tools")
                .detail(detail.length() > MAX_CHARS ? detail.substring(0, MAX_CHARS) : detail)
                .sandbox(own.facts().id().text(), own.facts().run(), own.generation())
                .guardrails(own.guardrails())
                .lease(policies.lease(), null)
                .change(ChangeKind.LIFECYCLE, ReasonCode.GRANTED, 0);
    }
}
