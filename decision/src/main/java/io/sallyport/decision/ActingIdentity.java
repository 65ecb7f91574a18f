package io.sallyport.decision;

/**
 * Who acts: the sandbox whose operation it is, as that was proved. The policies of its ancestors are told the same.
 * Immutable.
 */
public record ActingIdentity(IdentityKind kind) {
    /** Returns the identity of a sandbox with those facts. */
    public static ActingIdentity of(IdentityKind kind, SandboxFacts facts) {
        return new ActingIdentity(kind);
    }
}
