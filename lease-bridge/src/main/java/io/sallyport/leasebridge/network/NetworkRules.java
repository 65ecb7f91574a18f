package io.sallyport.leasebridge.network;

import io.sallyport.model.dialect.PolicyDialect;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules for reading network policies. Immutable.
 *
 * @param maxEndpoints limit of endpoints in all documents of one sandbox together; more refuse them
 * @param dialect in which policies are read; profiles are always read strictly
 * @param program the program that asks, of whose rules alone grants are made; null where it is not known, in which case
 *     {@code binaries} have no effect
 */
public record NetworkRules(
        int maxEndpoints, PolicyDialect dialect, @Nullable CallingProgram program) {
    /** The default limit, the strict dialect, and any program. */
    public static final NetworkRules BY_DEFAULT =
            new NetworkRules(NetworkPolicyReader.MAX_ENDPOINTS, PolicyDialect.STRICT, null);

    /** Returns a copy with another limit. */
    public NetworkRules with(int endpoints) {
        return new NetworkRules(endpoints, dialect, program);
    }

    /** Returns a copy for another dialect. */
    public NetworkRules in(PolicyDialect other) {
        return new NetworkRules(maxEndpoints, other, program);
    }

    /** Returns a copy for a program. */
    public NetworkRules askedBy(@Nullable CallingProgram known) {
        return new NetworkRules(maxEndpoints, dialect, known);
    }
}
