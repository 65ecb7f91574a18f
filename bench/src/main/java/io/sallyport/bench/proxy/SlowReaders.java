package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code SlowReaders ROOT FOLDER COUNT REQUESTS}: COUNT clients of one sandbox request 256 MiB each, half of them
 * through intercepted tunnels, and read nothing of it. Measures how long REQUESTS of a neighbour take before and
 * meanwhile. Exits with 1 if a request of the neighbour failed.
 */
public final class SlowReaders {
    private final GatewayProcess gateway;
    private final NginxOrigin origin;
    private final HttpRequest metrics;
    private final int requests;
    private final Neighbour neighbour;

    private SlowReaders(GatewayProcess gateway, NginxOrigin origin, HttpRequest metrics, int requests)
            throws IOException {
        this.gateway = gateway;
        this.origin = origin;
        this.metrics = metrics;
        this.requests = requests;
        this.neighbour = Neighbour.of(gateway, origin);
    }

    public static void main(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[1])).toRealPath();
        int failed;
        InetSocketAddress admin = Processes.freeAddress();
        Path home = folder.resolve("gateway");
        try (NginxOrigin origin = NginxOrigin.start(folder.resolve("origin"));
                GatewayProcess gateway = GatewayProcess.start(Path.of(args[0]), home, config(origin, admin))) {
            String token = Files.readString(home.resolve("state/admin.token")).strip();
            HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.getPort() + "/metrics"))
                    .header("Authorization", "Bearer " + token)
                    .build();
            failed =
                    new SlowReaders(gateway, origin, metrics, Integer.parseInt(args[3])).run(Integer.parseInt(args[2]));
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static String config(NginxOrigin origin, InetSocketAddress admin) {
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:%d"}
                state: "state"
                egress:
                  trust: ["%s"]
                  hosts: {"%s": "127.0.0.1", "%s": "127.0.0.1"}
                """.formatted(admin.getPort(), origin.ca(), NginxOrigin.OPAQUE, NginxOrigin.INSPECTED);
    }

    private int run(int count) throws IOException {
        measure("warm");
        measure("before");
        String slow = gateway.put("slow", AllowedTargets.few(origin), null);
        List<SoakConnection> held = new ArrayList<>();
        Map<String, Integer> outcomes = new TreeMap<>();
        try {
            for (int i = 0; i < count; i++) {
                var client = new SoakConnection(gateway.proxy());
                held.add(client);
                outcomes.merge(i % 2 == 0 ? forwarded(client, slow) : intercepted(client, slow), 1, Integer::sum);
            }
            System.out.println("slow readers: " + outcomes);
            measure("while they stand");
            measure("while they stand");
        } finally {
            for (SoakConnection client : held) {
                client.close();
            }
        }
        measure("after");
        return neighbour.failed();
    }

    private String forwarded(SoakConnection client, String credentials) throws IOException {
        client.send("GET http://" + plain() + NginxOrigin.BIG + " HTTP/1.1\r\nHost: " + plain() + "\r\n" + credentials
                + "\r\n");
        return "forwarded";
    }

    private String intercepted(SoakConnection client, String credentials) throws IOException {
        String target = NginxOrigin.INSPECTED + ":" + origin.tls().getPort();
        int status =
                client.connect("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + credentials + "\r\n");
        if (status != 200) {
            return "refused with " + status;
        }
        client.secure(NginxOrigin.INSPECTED);
        client.send("GET " + NginxOrigin.BIG + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
        return "intercepted";
    }

    private String plain() {
        return NginxOrigin.OPAQUE + ":" + origin.plain().getPort();
    }

    private void measure(String when) throws IOException {
        long[] nanos = new long[requests];
        int failedBefore = neighbour.failed();
        Arrays.setAll(nanos, _ -> neighbour.ask());
        Arrays.sort(nanos);
        System.out.printf(
                "%s: neighbour p50 %.2f ms, p99 %.2f ms, %d of %d failed; resident %d MiB; %s%n",
                when,
                nanos[requests / 2] / 1e6,
                nanos[requests * 99 / 100] / 1e6,
                neighbour.failed() - failedBefore,
                requests,
                Usage.residentKib(gateway.process()) / 1024,
                memory());
    }

    /** Returns the gateway's own figures for its buffers, in MiB. */
    private String memory() throws IOException {
        Map<String, Long> said = new TreeMap<>();
        try (HttpClient http = HttpClient.newHttpClient()) {
            http.send(metrics, HttpResponse.BodyHandlers.ofLines()).body().forEach(line -> note(line, said));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return said.toString();
    }

    private static void note(String line, Map<String, Long> said) {
        if (line.startsWith("sallyport_buffered_bytes") || line.startsWith("sallyport_direct_memory")) {
            int space = line.indexOf(' ');
            said.put(line.substring("sallyport_".length(), space), Long.parseLong(line.substring(space + 1)) >> 20);
        }
    }
}
