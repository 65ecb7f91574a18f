package io.sallyport.gateway.fetch;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Asks the policy in force of a sandbox, and of all above it, as every other door does. */
record PolicyOfSandbox(Sandbox sandbox) implements FetchPolicy {
    @Override
    public @Nullable Refused judge(SkillUrl url) {
        PolicyChain policies = PolicyChain.of(sandbox);
        return switch (policies.admit(() -> met(policies.decide(url.question())))) {
            case Decision.Deny deny -> refused(deny);
            case Decision.Allow _ -> null;
        };
    }

    /** Of any fetch: here is no rate by name, and nothing attaches credentials. */
    static Decision met(Decision decision) {
        if (!(decision instanceof Decision.Allow allow)) {
            return decision;
        }
        Obligations obligations = allow.obligations();
        boolean isMet = obligations.rate() == null && obligations.credentials().isEmpty();
        return isMet ? decision : Decision.Deny.of(ReasonCode.UNKNOWN_OBLIGATION);
    }

    static Refused refused(Decision.Deny deny) {
        String message = deny.denies().isEmpty()
                ? deny.reason().message()
                : deny.denies().getFirst().message();
        return Refused.byPolicy(deny.reason(), message);
    }
}
