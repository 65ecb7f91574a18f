package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Starts Sallyport by its launcher, as a user would, with its audit log on and three sandboxes created by the control
 * API.
 */
final class Sallyports {
    private Sallyports() {}

    /** @param tls a value of {@code intercept.tls} */
    static Contender start(Path root, Path folder, String tls, NginxOrigin origin) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("secret"), NginxOrigin.SECRET);
        GatewayProcess gateway = GatewayProcess.start(root, folder, config(tls, origin));
        try {
            return new Contender("Sallyport, " + tls, gateway.process(), doors(gateway, origin), 1, true);
        } catch (IOException | RuntimeException unusable) {
            gateway.close();
            throw unusable;
        }
    }

    private static Map<WorkKind, ContenderAccess> doors(GatewayProcess gateway, NginxOrigin origin) throws IOException {
        String few = gateway.put("few", AllowedTargets.few(origin), null);
        String wide = gateway.put("wide", null, AllowedTargets.wide(origin));
        InetSocketAddress proxy = gateway.proxy();
        ContenderAccess plain =
                new ContenderAccess(proxy, NginxOrigin.OPAQUE, origin.plain().getPort(), few);
        ContenderAccess tunnel = plain.at(origin.opaque().getPort());
        ContenderAccess opened =
                new ContenderAccess(proxy, NginxOrigin.INSPECTED, origin.tls().getPort(), few);
        String credentialed = gateway.put("credentialed", null, AllowedTargets.credentialed(origin));
        ContenderAccess messages = opened.at(origin.messages().port());
        return Map.ofEntries(
                Map.entry(WorkKind.FORWARD, plain),
                Map.entry(WorkKind.TUNNEL, tunnel),
                Map.entry(WorkKind.INTERCEPT, opened),
                Map.entry(
                        WorkKind.CREDENTIAL,
                        new ContenderAccess(
                                proxy, NginxOrigin.INSPECTED, origin.tls().getPort(), credentialed)),
                Map.entry(WorkKind.INTERCEPT_H2, opened),
                Map.entry(WorkKind.GRPC, messages),
                Map.entry(WorkKind.WEBSOCKET, messages),
                Map.entry(WorkKind.REFUSE, plain.to(NginxOrigin.REFUSED)),
                Map.entry(
                        WorkKind.FORWARD_WIDE,
                        new ContenderAccess(
                                proxy, NginxOrigin.OPAQUE, origin.plain().getPort(), wide)),
                Map.entry(
                        WorkKind.TUNNEL_WIDE,
                        new ContenderAccess(
                                proxy, NginxOrigin.OPAQUE, origin.opaque().getPort(), wide)));
    }

    private static String config(String tls, NginxOrigin origin) {
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress:
                  trust: ["%s"]
                  hosts: {"%s": "127.0.0.1", "%s": "127.0.0.1"}
                intercept: {tls: "%s"}
                audit: {file: "audit.jsonl"}
                providers:
                  bench:
                    secret: {file: secret}
                    endpoints: ["https://%s:%d%s"]
                    inject: {header: Authorization}
                limits: {connections_per_sandbox: 10000, websocket_messages_per_second: 1000000}
                """.formatted(
                        origin.ca(),
                        NginxOrigin.OPAQUE,
                        NginxOrigin.INSPECTED,
                        tls,
                        NginxOrigin.INSPECTED,
                        origin.tls().getPort(),
                        NginxOrigin.CREDENTIALED);
    }
}
