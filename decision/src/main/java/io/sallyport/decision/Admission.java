package io.sallyport.decision;

import io.sallyport.model.CanonicalHost;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * What is true of one sandbox only now: revoked, expired, too many connections, too many new names. Never remembered.
 * Safe for concurrent use; every method returns at once.
 */
public interface Admission {
    /** Asked of each request that policy allows, before anything is dialled: null admits, a reason refuses. */
    @Nullable
    ReasonCode admit(PolicySnapshot snapshot, CanonicalHost host);

    /** Takes one of the sandbox's connections: false where none is left. Each true is paired with one {@link #closed}. */
    boolean opened();

    /** Gives back what {@link #opened} took. */
    void closed();

    /** From now on every request is refused with {@link ReasonCode#LEASE_REVOKED}. */
    void revoke();
}
