package io.sallyport.proxy.identity;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.listener.HeaderFields;

/** The certificate that a client showed to a listener for TLS. Safe for concurrent use. */
public final class OwnCertificate implements IdentitySource {
    private static final IdentityEvidence GONE =
            new IdentityEvidence.NamesNobody("the sandbox that the client certificate names is not there");

    private final Sandboxes sandboxes;

    public OwnCertificate(Sandboxes sandboxes) {
        this.sandboxes = sandboxes;
    }

    @Override
    public IdentityEvidence testify(HeaderFields fields, Peer peer) {
        return switch (peer.certificate()) {
            case ClientCertificate.None _ -> IdentityEvidence.SILENT;
            case ClientCertificate.NamesNobody(String why) -> new IdentityEvidence.NamesNobody(why);
            case ClientCertificate.Names(SandboxId named) -> named(sandboxes, named);
        };
    }

    private static IdentityEvidence named(Sandboxes sandboxes, SandboxId id) {
        Sandbox sandbox = sandboxes.find(id);
        return sandbox == null ? GONE : new IdentityEvidence.Names(sandbox, IdentityKind.CERTIFICATE);
    }
}
