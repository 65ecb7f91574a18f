package io.sallyport.apiservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What all servers of a gateway are started and watched with. Immutable; safe for concurrent use. */
public record Supervision(Launcher launcher, HealthProbe probe, SupervisorLoop loop, ServerTimes times) {
    /** The variable in which a server finds the name of its run, for its log. */
    public static final String RUN_VARIABLE = "SALLYPORT_RUN";

    /** What came of starting a server. */
    public sealed interface Start {
        record Running(ServerProcess server) implements Start {}

        /**
         * There is no process.
         *
         * @param why for the operator: it may name files
         */
        record NotStarted(String why) implements Start {}
    }

    /**
     * Starts the server that {@code spec} describes, with a token of its own; its process is the returned one's to end.
     *
     * @param run what the run is called
     */
    public Start start(ApiServerSpec spec, String run, RunFolder folder, ServerListener listener) {
        String token = UUID.randomUUID().toString();
        try {
            folder.prepare(spec.name());
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port(spec));
            Launcher.Started started = launcher.start(
                    command(spec, address, token, folder), folder.work(spec.name()), environment(spec, run), true);
            ServerLog log =
                    ServerLog.follow(started.process().getInputStream(), folder.log(spec.name()), secrets(spec, token));
            var server = new ServerProcess(spec, token, address, started.group(), log, folder, this, listener);
            server.follow(started.process());
            return new Start.Running(server);
        } catch (IOException e) {
            return new Start.NotStarted(spec.name() + ": " + e.getMessage());
        }
    }

    private static List<String> command(ApiServerSpec spec, InetSocketAddress address, String token, RunFolder folder)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(spec.script().toString());
        command.addAll(spec.arguments());
        command.addAll(List.of("--port", Integer.toString(address.getPort())));
        command.addAll(
                switch (spec.token()) {
                    case FLAG -> List.of("--token", token);
                    case FILE ->
                        List.of(
                                "--token-file",
                                folder.writeToken(spec.name(), token).toString());
                });
        command.addAll(List.of("--bind-address", address.getAddress().getHostAddress()));
        return command;
    }

    private static Map<String, String> environment(ApiServerSpec spec, String run) {
        Map<String, String> environment = new HashMap<>(spec.environment());
        environment.put(RUN_VARIABLE, run);
        return environment;
    }

    private static Secrets secrets(ApiServerSpec spec, String token) {
        Set<String> texts = new HashSet<>(spec.credentials());
        texts.add(token);
        return Secrets.of(texts);
    }

    /** One that was free a moment ago; a server that finds it taken ends at once, and its start has failed. */
    private static int port(ApiServerSpec spec) throws IOException {
        if (spec.port() != 0) {
            return spec.port();
        }
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
