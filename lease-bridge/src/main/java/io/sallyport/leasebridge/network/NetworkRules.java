package io.sallyport.leasebridge.network;

import io.sallyport.model.dialect.PolicyDialect;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operator's rules for reading network policies. Immutable.
 *
 * @param maxEndpoints limit of endpoints in all documents of one sandbox together; more refuse them
 * @param dialect in which policies are read; profiles are always read strictly
 * @param choices words of other dialects in which the documents of a sandbox may ask to be read
 * @param program the program that asks, of whose rules alone grants are made; null where it is not known
 * @param unseen what {@code binaries} mean where the program is not known
 */
public record NetworkRules(
        int maxEndpoints,
        PolicyDialect dialect,
        Set<String> choices,
        @Nullable CallingProgram program,
        UnseenPrograms unseen) {
    /** The default limit, the strict dialect, and any program. */
    public static final NetworkRules BY_DEFAULT = new NetworkRules(
            NetworkPolicyReader.MAX_ENDPOINTS, PolicyDialect.STRICT, Set.of(), null, UnseenPrograms.IGNORE);

    public NetworkRules {
        choices = Set.copyOf(choices);
    }

    /** Returns a copy with another limit. */
    public NetworkRules with(int endpoints) {
        return new NetworkRules(endpoints, dialect, choices, program, unseen);
    }

    /** Returns a copy for another dialect. */
    public NetworkRules in(PolicyDialect other) {
        return new NetworkRules(maxEndpoints, other, choices, program, unseen);
    }

    /** Returns a copy in which documents may ask for these dialects. */
    public NetworkRules orIn(Set<String> others) {
        return new NetworkRules(maxEndpoints, dialect, others, program, unseen);
    }

    /** Returns whether documents may ask for a dialect; for the strict one they always may. */
    public boolean mayAskFor(PolicyDialect other) {
        return other.equals(dialect) || other.equals(PolicyDialect.STRICT) || choices.contains(other.word());
    }

    /** Returns a copy for a program. */
    public NetworkRules askedBy(@Nullable CallingProgram known) {
        return new NetworkRules(maxEndpoints, dialect, choices, known, unseen);
    }

    /** Returns a copy in which {@code binaries} mean that where the program is not known. */
    public NetworkRules unseen(UnseenPrograms meant) {
        return new NetworkRules(maxEndpoints, dialect, choices, program, meant);
    }
}
