package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/**
 * Starts Sallyport by its launcher, as a user would, with its audit log on and two sandboxes created by the control
 * API.
 */
final class Sallyports {
    private Sallyports() {}

    /** @param tls a value of {@code intercept.tls} */
    static Contender start(Path root, Path folder, String tls, Origin origin) throws IOException {
        GatewayProcess gateway = GatewayProcess.start(root, folder, config(tls, origin));
        try {
            return new Contender("Sallyport, " + tls, gateway.process(), doors(gateway, origin), 1, true);
        } catch (IOException | RuntimeException unusable) {
            gateway.close();
            throw unusable;
        }
    }

    private static Map<Way, Door> doors(GatewayProcess gateway, Origin origin) throws IOException {
        String few = gateway.put("few", Targets.few(origin), null);
        String wide = gateway.put("wide", null, Targets.wide(origin));
        InetSocketAddress proxy = gateway.proxy();
        Door plain = new Door(proxy, Origin.OPAQUE, origin.plain().getPort(), few);
        Door tunnel = plain.at(origin.opaque().getPort());
        return Map.of(
                Way.FORWARD,
                plain,
                Way.TUNNEL,
                tunnel,
                Way.INTERCEPT,
                new Door(proxy, Origin.INSPECTED, origin.tls().getPort(), few),
                Way.REFUSE,
                plain.to(Origin.REFUSED),
                Way.FORWARD_WIDE,
                new Door(proxy, Origin.OPAQUE, origin.plain().getPort(), wide),
                Way.TUNNEL_WIDE,
                new Door(proxy, Origin.OPAQUE, origin.opaque().getPort(), wide));
    }

    private static String config(String tls, Origin origin) {
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress:
                  trust: ["%s"]
                  hosts: {"%s": "127.0.0.1", "%s": "127.0.0.1"}
                intercept: {tls: "%s"}
                audit: {file: "audit.jsonl"}
                limits: {connections_per_sandbox: 10000}
                """.formatted(origin.ca(), Origin.OPAQUE, Origin.INSPECTED, tls);
    }
}
