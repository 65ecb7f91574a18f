package io.sallyport.gateway.serve;

import io.sallyport.control.SandboxPart;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.intercept.ServerTls;
import org.jspecify.annotations.Nullable;

/** The proxy's open connections of a sandbox, once there is a proxy. Safe for concurrent use. */
final class ProxyPart implements SandboxPart {
    private final @Nullable ServerTls tls;
    private volatile @Nullable ProxyServer proxy;

    /** @param tls null if nothing is intercepted */
    ProxyPart(@Nullable ServerTls tls) {
        this.tls = tls;
    }

    /** Sets the proxy. Before this nothing is open that a change could affect. */
    void tell(ProxyServer started) {
        proxy = started;
    }

    @Override
    public void policyChanged(SandboxId sandbox) {
        ProxyServer told = proxy;
        if (told != null) {
            told.policyChanged(sandbox);
        }
    }

    @Override
    public void end(Sandbox gone) {
        ProxyServer told = proxy;
        if (told != null) {
            told.removed(gone.id());
        }
        if (tls != null) {
            tls.forget(gone.id());
        }
    }
}
