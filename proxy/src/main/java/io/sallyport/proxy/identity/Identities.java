package io.sallyport.proxy.identity;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks every witness; all evidence that is there must name one and the same sandbox. Safe for concurrent use where its
 * witnesses are.
 */
public final class Identities {
    private static final Identity NO_EVIDENCE =
            new Identity.Unknown(ReasonCode.NO_IDENTITY, "send proxy credentials: Basic id:token, or Bearer token");

    private final Witness[] witnesses;

    public Identities(List<Witness> witnesses) {
        this.witnesses = witnesses.toArray(Witness[]::new);
    }

    public Identity identify(Fields fields, Peer peer) {
        Sandbox named = null;
        for (Witness witness : witnesses) {
            switch (witness.testify(fields, peer)) {
                case Evidence.Silent _ -> {}
                case Evidence.NamesNobody(String why) -> {
                    return refused(named == null ? ReasonCode.NO_IDENTITY : ReasonCode.IDENTITY_CONFLICT, why);
                }
                case Evidence.NamesNobodyTooOften(String why) -> {
                    return refused(ReasonCode.RATE_LIMITED, why);
                }
                case Evidence.Contradicts(String why) -> {
                    return refused(ReasonCode.IDENTITY_CONFLICT, why);
                }
                case Evidence.Names(Sandbox sandbox) -> {
                    if (differs(named, sandbox)) {
                        return refused(ReasonCode.IDENTITY_CONFLICT, "the evidence names two sandboxes");
                    }
                    named = sandbox;
                }
            }
        }
        return named == null ? NO_EVIDENCE : new Identity.Known(named);
    }

    private static boolean differs(@Nullable Sandbox named, Sandbox sandbox) {
        return named != null && !named.id().equals(sandbox.id());
    }

    private static Identity refused(ReasonCode reason, String why) {
        return new Identity.Unknown(reason, why);
    }
}
