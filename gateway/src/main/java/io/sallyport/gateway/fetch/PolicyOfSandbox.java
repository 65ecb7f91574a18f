package io.sallyport.gateway.fetch;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Asks the policy in force of a sandbox, and of all above it, as every other door does: standing, decision, budget. */
record PolicyOfSandbox(Sandbox sandbox) implements FetchPolicy {
    @Override
    public @Nullable Refused judge(SkillUrl url) {
        PolicyChain policies = PolicyChain.of(sandbox);
        ReasonCode ended = policies.standing();
        if (ended != null) {
            return Refused.byPolicy(ended, ended.message());
        }
        return switch (policies.decide(url.question())) {
            case Decision.Deny deny -> Refused.byPolicy(deny.reason(), message(deny));
            case Decision.Allow _ -> unpaid();
        };
    }

    private static String message(Decision.Deny deny) {
        return deny.denies().isEmpty()
                ? deny.reason().message()
                : deny.denies().getFirst().message();
    }

    /** Last, since it charges. */
    private @Nullable Refused unpaid() {
        ReasonCode reason = ReasonCode.BUDGET_EXHAUSTED;
        return sandbox.admission().account().takeRequest() ? null : Refused.byPolicy(reason, reason.message());
    }
}
