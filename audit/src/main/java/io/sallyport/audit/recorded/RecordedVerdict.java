package io.sallyport.audit.recorded;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.SandboxId;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a record says that the sandbox's policy decided. */
public enum RecordedVerdict {
    ALLOWED,
    REFUSED,
    /** A limit, an address, the target, an expiry, a parent or another check decided. */
    NOT_BY_POLICY;

    private static final Set<ReasonCode> BY_POLICY = EnumSet.of(
            ReasonCode.NO_GRANT,
            ReasonCode.POLICY_DENY,
            ReasonCode.GUARDRAIL,
            ReasonCode.GUARDRAIL_ERROR,
            ReasonCode.UNKNOWN_OBLIGATION,
            ReasonCode.UNREADABLE,
            ReasonCode.POLICY_ERROR);

    /** The beginning of rules by which a person let a request pass, or by which a tunnel was opened to ask. */
    private static final String OF_ASK = "ask";

    /** @param rule that decided, or null */
    static RecordedVerdict of(String verdict, ReasonCode reason, @Nullable String rule) {
        if (verdict.equals(AuditVerdict.ALLOW.word())) {
            return reason == ReasonCode.GATEWAY_OWN || isOfAsk(rule) ? NOT_BY_POLICY : ALLOWED;
        }
        boolean ofAncestor = rule != null && SandboxId.isOfAncestor(rule);
        return BY_POLICY.contains(reason) && !ofAncestor ? REFUSED : NOT_BY_POLICY;
    }

    private static boolean isOfAsk(@Nullable String rule) {
        return rule != null && (rule.equals(OF_ASK) || rule.startsWith(OF_ASK + ":"));
    }
}
