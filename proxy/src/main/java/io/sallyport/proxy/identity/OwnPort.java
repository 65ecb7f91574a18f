package io.sallyport.proxy.identity;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.HeaderFields;

/** The port that a connection arrived on, where that port is one sandbox's alone. Safe for concurrent use. */
public final class OwnPort implements IdentitySource {
    private static final IdentityEvidence GONE =
            new IdentityEvidence.NamesNobody("the sandbox that this port belongs to is not there");

    private final Sandboxes sandboxes;

    public OwnPort(Sandboxes sandboxes) {
        this.sandboxes = sandboxes;
    }

    @Override
    public IdentityEvidence testify(HeaderFields fields, Peer peer) {
        SandboxId owner = peer.portOf();
        if (owner == null) {
            return IdentityEvidence.SILENT;
        }
        Sandbox sandbox = sandboxes.find(owner);
        return sandbox == null ? GONE : new IdentityEvidence.Names(sandbox, IdentityKind.PORT);
    }
}
