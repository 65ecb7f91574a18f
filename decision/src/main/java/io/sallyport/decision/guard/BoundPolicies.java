package io.sallyport.decision.guard;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.skills.SkillsInForce;

/** What binds a call of the decision API, as it was when the call came. */
record BoundPolicies(PolicyChain policies, SkillsInForce skills) {}
