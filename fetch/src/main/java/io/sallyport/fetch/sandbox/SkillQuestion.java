package io.sallyport.fetch.sandbox;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.secrets.UrlSearch;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;

/** The checks of a request for a skill. Immutable. */
record SkillQuestion(PolicyChain policies, SkillUrl url, UrlSearch findings) implements Operation {
    @Override
    public Door door() {
        return Door.SKILL;
    }

    @Override
    public CanonicalHost host() {
        return url.question().host();
    }

    @Override
    public Verdict held() {
        return FetchRules.leadsOutside(host());
    }

    @Override
    public Decision judged() {
        return findings.judge(url.question(), policies.decide(url.question(), findings.headers()));
    }

    @Override
    public Verdict met(Obligations obligations) {
        return FetchRules.met(obligations);
    }

    @Override
    public Verdict rated(Obligations obligations, boolean counted) {
        return policies.rated(obligations, host(), counted);
    }
}
