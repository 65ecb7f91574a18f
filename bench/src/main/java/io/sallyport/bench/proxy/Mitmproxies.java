package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts mitmdump, which prints a line per request. It refuses nothing by itself. */
final class Mitmproxies {
    private static final double SCALE = 0.05;

    private Mitmproxies() {}

    /** @param program mitmdump */
    static Contender start(Path folder, String program, NginxOrigin origin) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        InetSocketAddress proxy = Processes.freeAddress();
        Path log = folder.resolve("access.log");
        Process process = Processes.start(
                log,
                List.of(
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
        Processes.await(process, proxy, log);
        ContenderAccess forward =
                new ContenderAccess(proxy, "127.0.0.1", origin.plain().getPort(), "");
        Map<WorkKind, ContenderAccess> doors = Map.of(
                WorkKind.FORWARD, forward,
                WorkKind.TUNNEL, forward.at(origin.opaque().getPort()),
                WorkKind.INTERCEPT, forward.at(origin.tls().getPort()),
                WorkKind.INTERCEPT_H2, forward.at(origin.tls().getPort()),
                WorkKind.GRPC, forward.at(origin.messages().port()),
                WorkKind.WEBSOCKET, forward.at(origin.messages().port()));
        return new Contender("mitmproxy", process, doors, SCALE, false);
    }
}
