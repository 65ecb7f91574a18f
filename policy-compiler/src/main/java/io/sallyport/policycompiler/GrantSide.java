package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.RequestKind;
import java.util.List;

/** The sides that must grant a question; if several are consulted about one kind of request, each must grant it. */
enum GrantSide {
    /** The lease: a ceiling on what leaves through the proxy. */
    LEASE("lease"),
    /** The policy documents, including harness entries under {@code allowlist_get}. */
    POLICY("policy"),
    /** The harness allowlist, which only the fetch endpoint consults. */
    FETCH("fetch");

    private final String word;

    GrantSide(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** Returns the kinds of request for which this side is consulted. */
    List<RequestKind> kinds() {
        return this == FETCH ? List.of(RequestKind.FETCH) : List.of(RequestKind.CONNECT, RequestKind.HTTP);
    }

    /** Returns whether this side is consulted for questions of that kind; only leases cover actions. */
    boolean isAskedOf(RequestKind kind) {
        return switch (kind) {
            case CONNECT, HTTP, FETCH -> kinds().contains(kind);
            case TOOL, FILE, MODEL, DELEGATE, VENDOR -> this == LEASE;
        };
    }

    /** Returns whether a grant of names or files counts on this side; only leases grant them. */
    boolean counts(Grant.Named grant) {
        return this == LEASE && grant.source() == Grant.Source.LEASE;
    }

    /** Returns which of the grant's kinds count on this side. */
    List<RequestKind> kindsOf(Grant.Net grant) {
        boolean ours = (this == LEASE) == (grant.source() == Grant.Source.LEASE);
        return ours ? kinds().stream().filter(grant.kinds()::contains).toList() : List.of();
    }
}
