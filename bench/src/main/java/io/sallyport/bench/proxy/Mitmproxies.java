package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts mitmdump, which prints a line per request. It refuses nothing by itself. */
final class Mitmproxies {
    private static final double SCALE = 0.05;

    private Mitmproxies() {}

    /** @param program mitmdump */
    static Contender start(Path folder, String program, NginxOrigin origin) throws IOException, InterruptedException {
        return start(folder, program, origin, "mitmproxy", List.of());
    }

    /** As above, with a script that adds the credential of the bench. */
    static Contender startWithScript(Path folder, String program, NginxOrigin origin)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path script = Files.writeString(
                folder.resolve("credential.py"), """
                def requestheaders(flow):
                    if flow.request.path == "%s":
                        flow.request.headers["Authorization"] = "Bearer %s"
                """.formatted(NginxOrigin.CREDENTIALED, NginxOrigin.SECRET));
        return start(folder, program, origin, "mitmproxy with a script", List.of("-s", script.toString()));
    }

    private static Contender start(Path folder, String program, NginxOrigin origin, String name, List<String> more)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        InetSocketAddress proxy = Processes.freeAddress();
        Path log = folder.resolve("access.log");
        List<String> command = new ArrayList<>(List.of(
                program,
                "--listen-host",
                "127.0.0.1",
                "--listen-port",
                Integer.toString(proxy.getPort()),
                "--ignore-hosts",
                ":" + origin.opaque().getPort() + "$",
                "--set",
                "confdir=" + folder.resolve("conf"),
                "--set",
                "stream_large_bodies=1", // else it waits for the end of a stream of gRPC
                "--set",
                "ssl_verify_upstream_trusted_ca=" + origin.ca()));
        command.addAll(more);
        Process process = Processes.start(log, command);
        Processes.await(process, proxy, log);
        ContenderAccess forward =
                new ContenderAccess(proxy, "127.0.0.1", origin.plain().getPort(), "");
        Map<WorkKind, ContenderAccess> doors = Map.of(
                WorkKind.FORWARD, forward,
                WorkKind.TUNNEL, forward.at(origin.opaque().getPort()),
                WorkKind.INTERCEPT, forward.at(origin.tls().getPort()),
                WorkKind.CREDENTIAL, forward.at(origin.tls().getPort()),
                WorkKind.INTERCEPT_H2, forward.at(origin.tls().getPort()),
                WorkKind.GRPC, forward.at(origin.messages().port()),
                WorkKind.WEBSOCKET, forward.at(origin.messages().port()));
        return new Contender(name, process, doors, SCALE, false);
    }
}
