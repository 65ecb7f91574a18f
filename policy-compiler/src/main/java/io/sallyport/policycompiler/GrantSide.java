package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.RequestKind;
import java.util.List;

/** Those that are asked for a grant; where several are asked about one kind of request, each must grant it. */
enum GrantSide {
    /** The lease: a ceiling over what leaves through the proxy. */
    LEASE("lease"),
    /** The policy documents, harness entries under {@code allowlist_get} among them. */
    POLICY("policy"),
    /** The harness allowlist, of which alone the fetch endpoint asks. */
    FETCH("fetch");

    private final String word;

    GrantSide(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** The kinds of request that are asked of this side. */
    List<RequestKind> kinds() {
        return this == FETCH ? List.of(RequestKind.FETCH) : List.of(RequestKind.CONNECT, RequestKind.HTTP);
    }

    /** Whether a question of that kind is asked of this side: of actions only a lease speaks. */
    boolean isAskedOf(RequestKind kind) {
        return switch (kind) {
            case CONNECT, HTTP, FETCH -> kinds().contains(kind);
            case TOOL, FILE, MODEL, DELEGATE, VENDOR -> this == LEASE;
        };
    }

    /** Whether a grant over names or files counts on this side: only a lease speaks of them. */
    boolean counts(Grant.Named grant) {
        return this == LEASE && grant.source() == Grant.Source.LEASE;
    }

    /** Those of the grant's kinds that count on this side. */
    List<RequestKind> kindsOf(Grant.Net grant) {
        boolean ours = (this == LEASE) == (grant.source() == Grant.Source.LEASE);
        return ours ? kinds().stream().filter(grant.kinds()::contains).toList() : List.of();
    }
}
