package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.apiservers.ServerProcess;
import io.sallyport.apiservers.ServerState;
import io.sallyport.egress.NamedEndpoints;
import io.sallyport.model.ApiServerHost;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.ApiServers;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which servers each sandbox has, for the proxy that calls them and for the dialer. The server of a name answers at port
 * 80, and at the port that the harness gives it. Safe for concurrent use; readers never wait.
 */
public final class SandboxServers implements ApiServers, NamedEndpoints {
    private final Map<SandboxId, Running> running = new ConcurrentHashMap<>();

    /**
     * The servers of one sandbox.
     *
     * @param tools what they can do, a JSON array
     */
    record Running(List<ApiServerSpec> specs, ServerGroup group, String tools) {
        /** Why its run has failed, or null. */
        @Nullable
        ServerFailure failure() {
            return group.failed().toCompletableFuture().getNow(null);
        }
    }

    void put(SandboxId sandbox, Running servers) {
        running.put(sandbox, servers);
    }

    @Nullable
    Running get(SandboxId sandbox) {
        return running.get(sandbox);
    }

    @Nullable
    Running remove(SandboxId sandbox) {
        return running.remove(sandbox);
    }

    Set<SandboxId> sandboxes() {
        return Set.copyOf(running.keySet());
    }

    @Override
    public @Nullable InetSocketAddress find(SandboxId sandbox, CanonicalHost host, int port) {
        ServerProcess server = server(sandbox, host, port);
        return server == null ? null : server.address();
    }

    @Override
    public Found call(SandboxId sandbox, CanonicalHost host, int port) {
        ServerProcess server = server(sandbox, host, port);
        if (server == null) {
            return new Found.Unknown();
        }
        return server.state() instanceof ServerState.Healthy
                ? new Found.Up(server.token(), sandbox.text())
                : new Found.Down(server.name().text());
    }

    @Override
    public @Nullable String tools(SandboxId sandbox) {
        Running servers = running.get(sandbox);
        return servers == null ? null : servers.tools();
    }

    private @Nullable ServerProcess server(SandboxId sandbox, CanonicalHost host, int port) {
        Running servers = running.get(sandbox);
        if (servers == null || !ApiServerHost.is(host.text())) {
            return null;
        }
        ApiServerName name = ApiServerName.parse(ApiServerHost.name(host.text()));
        ServerProcess server = name == null ? null : servers.group().find(name);
        boolean listens = port == Scheme.API.defaultPort() || (server != null && port == ported(servers, server));
        return listens ? server : null;
    }

    /** The port that the harness gives it; 0 where one was chosen. */
    private static int ported(Running servers, ServerProcess server) {
        return servers.specs().stream()
                .filter(spec -> spec.name().equals(server.name()))
                .mapToInt(ApiServerSpec::port)
                .findFirst()
                .orElse(0);
    }
}
