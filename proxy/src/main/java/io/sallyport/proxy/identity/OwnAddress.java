package io.sallyport.proxy.identity;

import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.Sandboxes;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.IpAddress;
import io.sallyport.proxy.listener.HeaderFields;
import java.net.InetAddress;

/** The address that a connection comes from, where that address is one sandbox's alone. Safe for concurrent use. */
public final class OwnAddress implements IdentitySource {
    private static final IdentityEvidence GONE =
            new IdentityEvidence.NamesNobody("the sandbox that this address belongs to is not there");

    private final SourceBlocks blocks;
    private final Sandboxes sandboxes;

    public OwnAddress(SourceBlocks blocks, Sandboxes sandboxes) {
        this.blocks = blocks;
        this.sandboxes = sandboxes;
    }

    @Override
    public IdentityEvidence testify(HeaderFields fields, Peer peer) {
        InetAddress source = peer.address();
        SandboxId owner = source == null || blocks.isEmpty() ? null : blocks.ownerOf(IpAddress.of(source));
        if (owner == null) {
            return IdentityEvidence.SILENT;
        }
        Sandbox sandbox = sandboxes.find(owner);
        return sandbox == null ? GONE : new IdentityEvidence.Names(sandbox, IdentityKind.ADDRESS);
    }
}
