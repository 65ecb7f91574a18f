package io.sallyport.fetch.sandbox;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.FetchPolicy;
import io.sallyport.fetch.url.SkillUrl;

/**
 * Asks the policy in force of a sandbox and of its ancestors, like every other door.
 *
 * @param findings what is looked for in the URL
 */
public record PolicyOfSandbox(Sandbox sandbox, UrlSearch findings) implements FetchPolicy {
    @Override
    public Judged judge(SkillUrl url) {
        PolicyChain policies = PolicyChain.of(sandbox, IdentityKind.FETCH);
        Judging judging = policies.admit(new SkillQuestion(policies, url, findings));
        return new Judged(judging.verdict(), judging.decision().reported());
    }
}
