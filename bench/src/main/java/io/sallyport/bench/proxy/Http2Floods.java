package io.sallyport.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code Http2Floods ROOT FOLDER SECONDS CLIENTS}: CLIENTS of one sandbox flood the gateway with frames of HTTP/2, one
 * kind after the other, each for SECONDS. Prints what it costs the gateway, and how long requests of a neighbour take
 * meanwhile. Exits with 1 if a request of the neighbour failed.
 */
public final class Http2Floods {
    private static final int SETTLE_MILLIS = 1_000;

    private final GatewayProcess gateway;
    private final Duration length;
    private final int clients;
    private final Neighbour neighbour;
    private final ContenderAccess door;

    private Http2Floods(GatewayProcess gateway, NginxOrigin origin, Duration length, int clients) throws IOException {
        this.gateway = gateway;
        this.length = length;
        this.clients = clients;
        this.neighbour = Neighbour.of(gateway, origin);
        this.door = new ContenderAccess(
                gateway.proxy(),
                NginxOrigin.INSPECTED,
                origin.tls().getPort(),
                gateway.put("flooding", AllowedTargets.few(origin), null));
    }

    public static void main(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[1])).toRealPath();
        int failed;
        try (NginxOrigin origin = NginxOrigin.start(folder.resolve("origin"));
                GatewayProcess gateway =
                        GatewayProcess.start(Path.of(args[0]), folder.resolve("gateway"), config(origin))) {
            Duration length = Duration.ofSeconds(Integer.parseInt(args[2]));
            failed = new Http2Floods(gateway, origin, length, Integer.parseInt(args[3])).run();
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static String config(NginxOrigin origin) {
        return """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress:
                  trust: ["%s"]
                  hosts: {"%s": "127.0.0.1", "%s": "127.0.0.1"}
                audit: {file: "audit.jsonl"}
                """.formatted(origin.ca(), NginxOrigin.OPAQUE, NginxOrigin.INSPECTED);
    }

    private int run() throws Exception {
        measured(Http2Flood.RAPID_RESET); // loads and compiles what all of them use
        System.out.println("| flood | processor | connections/s | sent | memory | neighbour p50 | p99 |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (Http2Flood flood : Http2Flood.values()) {
            System.out.println(measured(flood));
            Thread.sleep(SETTLE_MILLIS);
        }
        return neighbour.failed();
    }

    private String measured(Http2Flood flood) throws Exception {
        Progress.say(flood.title());
        List<FloodingClient> flooding = new ArrayList<>();
        for (int i = 0; i < clients && flood != Http2Flood.NONE; i++) {
            flooding.add(new FloodingClient(door, flood));
        }
        long before = Usage.residentKib(gateway.process());
        Duration used = Usage.processorTime(gateway.process());
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (FloodingClient client : flooding) {
            threads.add(client.start(start + length.toNanos()));
        }
        long[] nanos = neighbour(start + length.toNanos());
        double seconds = (System.nanoTime() - start) / 1e9;
        double cores = Usage.processorTime(gateway.process()).minus(used).toNanos() / 1e9 / seconds;
        long grown = Usage.residentKib(gateway.process()) - before;
        for (Thread thread : threads) {
            thread.join();
        }
        return "| %s | %.2f cores | %.0f | %.1f MiB/s | %+d MiB | %.2f ms | %.2f ms |"
                .formatted(
                        flood.title(),
                        cores,
                        flooding.stream().mapToInt(FloodingClient::connections).sum() / seconds,
                        flooding.stream().mapToLong(FloodingClient::bytes).sum() / seconds / (1 << 20),
                        grown / 1024,
                        nanos[nanos.length / 2] / 1e6,
                        nanos[nanos.length * 99 / 100] / 1e6);
    }

    /** Asks one request after the other, and returns how long each took, sorted. */
    private long[] neighbour(long until) {
        List<Long> took = new ArrayList<>();
        while (System.nanoTime() < until) {
            took.add(neighbour.ask());
        }
        long[] nanos = took.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(nanos);
        return nanos;
    }
}
