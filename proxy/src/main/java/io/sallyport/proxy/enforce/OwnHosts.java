package io.sallyport.proxy.enforce;

import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.proxy.enforce.server.ApiServers;

/**
 * Which of the gateway's own names a sandbox can use: the gateway's, and those of its API servers. Safe for concurrent
 * use.
 */
public record OwnHosts(ApiServers servers) {
    /** Whose a name is. */
    public enum Owner {
        /** The gateway answers under it. */
        SERVED,
        /** The gateway's, without anything behind it. */
        RESERVED,
        /** Not the gateway's. */
        OUTSIDE
    }

    /** Returns whose {@code name} is for {@code sandbox}. */
    public Owner find(SandboxId sandbox, CanonicalHost name) {
        if (!GatewayNames.isOwn(name.text())) {
            return Owner.OUTSIDE;
        }
        return name.equals(OwnNames.GATEWAY) || isServer(sandbox, name) ? Owner.SERVED : Owner.RESERVED;
    }

    private boolean isServer(SandboxId sandbox, CanonicalHost name) {
        return name.text().equals(ApiServerHost.ALIAS)
                ? servers.tools(sandbox) != null
                : ApiServerHost.is(name.text())
                        && !(servers.call(sandbox, name, Scheme.API.defaultPort()) instanceof ApiServers.Found.Unknown);
    }
}
