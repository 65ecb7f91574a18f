package io.sallyport.bench.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The allowed targets, the same for all contenders. */
final class AllowedTargets {
    private static final int WIDE = 9_999;

    private AllowedTargets() {}

    /** Returns lease patterns: one whole host, and paths of another, whose tunnels must therefore be intercepted. */
    static List<String> few(NginxOrigin origin) {
        return List.of(
                "http://" + NginxOrigin.OPAQUE + ":" + origin.plain().getPort() + "/**",
                "https://" + NginxOrigin.OPAQUE + ":" + origin.opaque().getPort() + "/**",
                "https://" + NginxOrigin.INSPECTED + ":" + origin.tls().getPort() + "/small",
                "https://" + NginxOrigin.INSPECTED + ":" + origin.tls().getPort() + "/once/*",
                "https://" + NginxOrigin.INSPECTED + ":" + origin.tls().getPort() + "/big",
                "https://" + NginxOrigin.INSPECTED + ":" + origin.messages().port() + MessageOrigin.SERVICE + "*",
                "wss://" + NginxOrigin.INSPECTED + ":" + origin.messages().port() + MessageOrigin.WEBSOCKET);
    }

    /** Returns a network policy, which may name more hosts than a lease: one host among many others. */
    static String wide(NginxOrigin origin) {
        var policy = new StringBuilder("version: 1\nnetwork_policies:\n  wide:\n    endpoints:\n");
        policy.append(endpoint(
                NginxOrigin.OPAQUE,
                origin.plain().getPort() + ", " + origin.opaque().getPort()));
        fillers().forEach(host -> policy.append(endpoint(host, "443")));
        return policy.toString();
    }

    /** Returns a network policy that grants the credential of the bench. */
    static String credentialed(NginxOrigin origin) {
        return """
                version: 1
                network_policies:
                  credentialed:
                    endpoints:
                      - {host: %s, port: %d, protocol: rest, access: read-only}
                    credentials: [bench]
                """.formatted(NginxOrigin.INSPECTED, origin.tls().getPort());
    }

    private static String endpoint(String host, String ports) {
        return "      - {host: " + host + ", ports: [" + ports + "]}\n";
    }

    static List<String> hosts() {
        return List.of(NginxOrigin.OPAQUE, NginxOrigin.INSPECTED);
    }

    static List<String> wideHosts() {
        List<String> all = new ArrayList<>(hosts());
        all.addAll(fillers());
        return all;
    }

    private static List<String> fillers() {
        return IntStream.range(0, WIDE)
                .mapToObj(i -> "host-" + i + ".example.com")
                .toList();
    }
}
