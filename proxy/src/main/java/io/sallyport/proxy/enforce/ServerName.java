package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.enforce.server.ApiServers;

/**
 * An API server has one name, whichever way it was called: so each way has the same verdict, and one object is judged,
 * dialled and audited. The alias is never more than that: where it means no server of the sandbox it is refused.
 */
final class ServerName {
    private ServerName() {}

    /** {@code target} by the name of the server that it means; a tunnel to none of the sandbox's is not opened. */
    static RequestedTarget of(RequestedTarget target, SandboxId sandbox, ApiServers servers) {
        return switch (target) {
            case RequestedTarget.Outward(CanonicalRequest request)
            when isAnother(request) -> named(request, sandbox, servers);
            case RequestedTarget.Own(CanonicalRequest request)
            when OwnNames.isTunnelToServer(request) -> tunnel(request, sandbox, servers);
            default -> target;
        };
    }

    /** The requests inside are each judged by the server's name. */
    private static RequestedTarget tunnel(CanonicalRequest request, SandboxId sandbox, ApiServers servers) {
        boolean isThere = servers.name(sandbox, request.host(), request.port()) != null
                || !(servers.call(sandbox, request.host(), request.port()) instanceof ApiServers.Found.Unknown);
        return isThere
                ? new RequestedTarget.Own(request)
                : new RequestedTarget.Unserved(
                        ReasonCode.LOCAL_NAME, "no API server of this sandbox has that name and port", request);
    }

    private static boolean isAnother(CanonicalRequest request) {
        return request.scheme() == Scheme.API
                ? request.port() != Scheme.API.defaultPort()
                : request.host().text().equals(ApiServerHost.ALIAS);
    }

    private static RequestedTarget named(CanonicalRequest request, SandboxId sandbox, ApiServers servers) {
        CanonicalHost server = servers.name(sandbox, request.host(), request.port());
        if (server != null) {
            return new RequestedTarget.Outward(request.atServer(server));
        }
        return request.scheme() == Scheme.API
                ? new RequestedTarget.Outward(request)
                : new RequestedTarget.Unserved(
                        ReasonCode.LOCAL_NAME, "no API server of this sandbox has that port", request);
    }
}
