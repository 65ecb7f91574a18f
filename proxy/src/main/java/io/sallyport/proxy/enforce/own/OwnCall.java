package io.sallyport.proxy.enforce.own;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.CanonicalHost;
import org.jspecify.annotations.Nullable;

/**
 * A request under the gateway's own name, before anything is done for it. Immutable.
 *
 * @param seated whether it has one of the sandbox's connections
 */
public record OwnCall(Door door, boolean seated) implements Operation {
    /** Returns null: no lease limits the gateway's own name. */
    @Override
    public @Nullable CanonicalHost host() {
        return null;
    }

    @Override
    public Verdict connected() {
        return Verdict.passIf(seated, ReasonCode.TOO_MANY_CONNECTIONS);
    }
}
