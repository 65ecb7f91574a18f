package io.sallyport.gateway.serve;

import io.sallyport.control.Changes;
import io.sallyport.control.store.StoredSandbox;
import io.sallyport.decision.Sandbox;
import io.sallyport.gateway.apiservers.ServerRuns;
import io.sallyport.gateway.fetch.SandboxFetches;
import io.sallyport.leasebridge.harness.RuntimeFetch;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.intercept.ServerTls;
import org.jspecify.annotations.Nullable;

/** Passes changes of policy on to the proxy, once there is one. Safe for concurrent use. */
final class ProxyChanges implements Changes {
    private final Traffic traffic;
    private final @Nullable ServerTls tls;
    private final SandboxFetches fetches;
    private final ServerRuns servers;
    private volatile @Nullable ProxyServer proxy;

    ProxyChanges(Traffic traffic, @Nullable ServerTls tls, SandboxFetches fetches, ServerRuns servers) {
        this.servers = servers;
        this.traffic = traffic;
        this.tls = tls;
        this.fetches = fetches;
    }

    /** Before this nothing is open that a change could concern. */
    void tell(ProxyServer started) {
        proxy = started;
    }

    @Override
    public void policyChanged(SandboxId sandbox) {
        traffic.begin(sandbox);
        ProxyServer told = proxy;
        if (told != null) {
            told.policyChanged(sandbox);
        }
    }

    @Override
    public void inForce(Sandbox sandbox, StoredSandbox stored, RuntimeFetch fetch) {
        fetches.inForce(sandbox, stored.fetchToken(), fetch);
    }

    /** Its servers are asked to end when nobody can call them any more, and whatever else goes wrong. */
    @Override
    public void removed(Sandbox gone) {
        try {
            close(gone.id());
        } finally {
            servers.removed(gone);
        }
    }

    private void close(SandboxId sandbox) {
        fetches.removed(sandbox);
        traffic.forget(sandbox);
        ProxyServer told = proxy;
        if (told != null) {
            told.removed(sandbox);
        }
        if (tls != null) {
            tls.forget(sandbox);
        }
    }
}
