package io.sallyport.fetch.sandbox;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Verdict;

/** Asks the policy in force of a sandbox and of its ancestors, like every other door. */
public record PolicyOfSandbox(Sandbox sandbox) implements FetchPolicy {
    @Override
    public Verdict judge(SkillUrl url) {
        PolicyChain policies = PolicyChain.of(sandbox);
        return policies.admit(new SkillQuestion(policies, url)).verdict();
    }
}
