package io.sallyport.proxy.identity;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.HeaderFields;
import java.util.List;

/**
 * Asks every witness; all evidence that is there must name one and the same sandbox. Safe for concurrent use where its
 * witnesses are.
 */
public final class Identities {
    private static final Identity NO_EVIDENCE =
            new Identity.Unknown(ReasonCode.NO_IDENTITY, "send proxy credentials: Basic id:token, or Bearer token");
    private static final Identity NO_EVIDENCE_OF_THE_NETWORK = new Identity.Unknown(
            ReasonCode.NO_IDENTITY, "no sandbox has the address that this connection comes from, or its port");

    private final IdentitySource[] witnesses;

    public Identities(List<IdentitySource> witnesses) {
        this.witnesses = witnesses.toArray(IdentitySource[]::new);
    }

    public Identity identify(HeaderFields fields, Peer peer) {
        IdentityEvidence.Names named = null;
        for (IdentitySource witness : witnesses) {
            switch (witness.testify(fields, peer)) {
                case IdentityEvidence.Silent _ -> {}
                case IdentityEvidence.NamesNobody(String why) -> {
                    return refused(named == null ? ReasonCode.NO_IDENTITY : ReasonCode.IDENTITY_CONFLICT, why);
                }
                case IdentityEvidence.NamesNobodyTooOften(String why) -> {
                    return refused(ReasonCode.RATE_LIMITED, why);
                }
                case IdentityEvidence.Contradicts(String why) -> {
                    return refused(ReasonCode.IDENTITY_CONFLICT, why);
                }
                case IdentityEvidence.Names names -> {
                    if (named != null
                            && !named.sandbox().id().equals(names.sandbox().id())) {
                        return refused(ReasonCode.IDENTITY_CONFLICT, "the evidence names two sandboxes");
                    }
                    named = named == null || names.kind().compareTo(named.kind()) < 0 ? names : named;
                }
            }
        }
        if (named != null) {
            return new Identity.Known(named.sandbox(), named.kind());
        }
        return peer.isCaptured() ? NO_EVIDENCE_OF_THE_NETWORK : NO_EVIDENCE;
    }

    private static Identity refused(ReasonCode reason, String why) {
        return new Identity.Unknown(reason, why);
    }
}
