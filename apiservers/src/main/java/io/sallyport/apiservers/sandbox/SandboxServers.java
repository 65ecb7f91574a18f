package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ApiServerName;
import io.sallyport.apiservers.ApiServerSpec;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.apiservers.ServerGroup;
import io.sallyport.apiservers.ServerProcess;
import io.sallyport.apiservers.ServerState;
import io.sallyport.control.calls.Control.ApiServerView;
import io.sallyport.egress.NamedEndpoints;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.ApiServerHost;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SecretPatterns;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which servers each sandbox has, for the proxy that calls them and for the dialer. The server of a name answers at
 * port 80; {@link #name} says which one is meant by the port that the harness gives it. Safe for concurrent use;
 * readers never wait.
 */
public final class SandboxServers implements ApiServers, NamedEndpoints {
    /** Where a server of an earlier gateway stands: its run has failed. */
    private static final String LOST = "failed";

    private final Map<SandboxId, Known> known = new ConcurrentHashMap<>();

    /** The servers of one sandbox with what the proxy asks of them for each request, made once. */
    private record Known(Running running, Keyring keys, List<ApiTool> tools) {
        static Known of(Running running) {
            return new Known(running, Keyring.of(running.keys()), ToolCalls.of(running.tools()));
        }
    }

    /**
     * The servers of one sandbox.
     *
     * @param written as the harness has them
     * @param tools what they can do, a JSON array
     */
    record Running(List<ApiServerSpec> specs, List<DeclaredServer> written, ServerRun run, String tools) {
        ServerGroup group() {
            return run.group();
        }

        /** Why its run has failed, or null. */
        @Nullable
        ServerFailure failure() {
            return run.failure();
        }

        /** Whether a harness has just these, and they run: what became of their programs' files does not matter. */
        boolean isOf(ServerSpecReader.Result wanted) {
            return failure() == null
                    && (written.equals(wanted.written())
                            || (wanted.diagnostics().isEmpty() && specs.equals(wanted.specs())));
        }

        List<ApiServerView> reports() {
            return run.reports(specs.stream().map(spec -> spec.name().text()).toList());
        }

        Map<String, Credential> keys() {
            return ServerKeys.of(specs, group().servers());
        }

        /** The variables in which the sandbox finds the placeholders of its keys. */
        SandboxPlaceholders placeholders() {
            return new SandboxPlaceholders(
                    keys().keySet().stream().collect(Collectors.toMap(key -> key, ServerKeys::placeholder)), List.of());
        }

        boolean names(CanonicalHost host) {
            String name = ApiServerHost.is(host.text()) ? ApiServerHost.name(host.text()) : "";
            return specs.stream().anyMatch(spec -> spec.name().text().equals(name));
        }
    }

    void put(SandboxId sandbox, Running servers) {
        known.put(sandbox, Known.of(servers));
    }

    @Override
    public Keyring keys(SandboxId sandbox) {
        Known servers = known.get(sandbox);
        return servers == null ? Keyring.EMPTY : servers.keys();
    }

    @Nullable
    Running get(SandboxId sandbox) {
        return running(known.get(sandbox));
    }

    @Nullable
    Running remove(SandboxId sandbox) {
        return running(known.remove(sandbox));
    }

    private static @Nullable Running running(@Nullable Known servers) {
        return servers == null ? null : servers.running();
    }

    void clear() {
        known.clear();
    }

    @Override
    public @Nullable InetSocketAddress find(SandboxId sandbox, CanonicalHost host, int port) {
        ServerProcess server = server(sandbox, host, port);
        return server == null ? null : server.address();
    }

    @Override
    public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
        Running servers = get(sandbox);
        if (servers == null) {
            return null;
        }
        String wanted = ApiServerHost.is(host.text()) ? ApiServerHost.name(host.text()) : null;
        return servers.specs().stream()
                .filter(spec -> spec.port() == port && spec.port() != 0)
                .map(spec -> spec.name().text())
                .filter(name -> wanted == null || wanted.equals(name))
                .findFirst()
                .map(SandboxServers::host)
                .orElse(null);
    }

    private static CanonicalHost host(String server) {
        return switch (CanonicalHost.parse(ApiServerHost.of(server))) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int _) -> throw new IllegalStateException(server + ": " + why);
        };
    }

    @Override
    public Found call(SandboxId sandbox, CanonicalHost host, int port) {
        ServerProcess server = server(sandbox, host, port);
        if (server == null) {
            return isLost(sandbox, host, port)
                    ? new Found.Down(ApiServerHost.name(host.text()), LOST)
                    : new Found.Unknown();
        }
        ServerState state = server.state();
        return state instanceof ServerState.Healthy
                ? up(sandbox, server)
                : new Found.Down(server.name().text(), state.word());
    }

    private Found.Up up(SandboxId sandbox, ServerProcess server) {
        Credential key = keys(sandbox).find(ServerKeys.key(server.name()));
        return key != null
                        && key.source().get() instanceof CredentialValue.Known(String token, SecretPatterns secrets)
                        && token.equals(server.token())
                ? new Found.Up(token, secrets, label(sandbox))
                : Found.Up.of(server.token(), label(sandbox));
    }

    /**
     * Whether a server of any sandbox has that port: it is called by its name, whatever an address may be dialled for.
     */
    public boolean hasPort(int port) {
        return known.values().stream()
                .flatMap(servers -> servers.running().group().servers().stream())
                .anyMatch(server -> server.address().getPort() == port);
    }

    private String label(SandboxId sandbox) {
        Running servers = get(sandbox);
        return RunLabel.of(servers == null ? null : servers.run().run(), sandbox);
    }

    /** Whether it was there under an earlier gateway. */
    private boolean isLost(SandboxId sandbox, CanonicalHost host, int port) {
        Running servers = get(sandbox);
        return servers != null && servers.names(host) && port == Scheme.API.defaultPort();
    }

    @Override
    public @Nullable List<ApiTool> tools(SandboxId sandbox) {
        Known servers = known.get(sandbox);
        return servers == null ? null : servers.tools();
    }

    private @Nullable ServerProcess server(SandboxId sandbox, CanonicalHost host, int port) {
        Running servers = get(sandbox);
        if (servers == null || !ApiServerHost.is(host.text())) {
            return null;
        }
        ApiServerName name = ApiServerName.parse(ApiServerHost.name(host.text()));
        ServerProcess server = name == null ? null : servers.group().find(name);
        return port == Scheme.API.defaultPort() ? server : null;
    }
}
