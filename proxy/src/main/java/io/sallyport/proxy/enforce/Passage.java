package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;

/**
 * A request that may pass, and what that rests on.
 *
 * @param snapshot the policy that allowed it, whatever has come into force since
 * @param obligations all of which can be met
 */
public record Passage(Sandbox sandbox, PolicySnapshot snapshot, CanonicalRequest request, Obligations obligations) {}
