package io.sallyport.decision;

import org.jspecify.annotations.Nullable;

/**
 * Who acts: the sandbox whose operation it is, as that was proved. The policies of its ancestors are told the same.
 * Immutable.
 *
 * @param claims of its identity token, ended or not; null where it showed none
 */
public record ActingIdentity(IdentityKind kind, @Nullable VerifiedClaims claims) {
    /** Returns the identity of a sandbox with those facts. */
    public static ActingIdentity of(IdentityKind kind, SandboxFacts facts) {
        return new ActingIdentity(kind, facts.claims());
    }
}
