package io.sallyport.bench.proxy;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code Soak ROOT FOLDER MINUTES SANDBOXES}: runs a gateway under a mixed load, while policies change and sandboxes
 * are created and deleted, then compares the audit log with what the clients saw. Exits with 1 if a request or a record
 * was lost, or if resident memory still grows in the last third.
 */
public final class Soak {
    private static final int CLIENTS_OF_A_SANDBOX = 3;
    private static final Duration SAMPLE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(100);
    /** The growth of the last third over the previous one that still counts as flat. */
    private static final double GROWTH = 1.03;

    private final Path root;
    private final Path folder;
    private final int sandboxes;
    private final GatewayProcess gateway;
    private final NginxOrigin origin;
    private final SoakCounts counts = new SoakCounts();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final Random random = new Random(42);
    private int changes;

    private Soak(Path root, Path folder, int sandboxes, GatewayProcess gateway, NginxOrigin origin) {
        this.root = root;
        this.folder = folder;
        this.sandboxes = sandboxes;
        this.gateway = gateway;
        this.origin = origin;
    }

    public static void main(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[1])).toRealPath();
        Path root = Path.of(args[0]);
        boolean passed;
        try (NginxOrigin origin = NginxOrigin.start(folder.resolve("origin"));
                GatewayProcess gateway = GatewayProcess.start(root, folder.resolve("gateway"), config(origin))) {
            var soak = new Soak(root, folder, Integer.parseInt(args[3]), gateway, origin);
            passed = soak.run(Duration.ofMinutes(Integer.parseInt(args[2])));
        }
        System.exit(passed ? 0 : 1);
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

    private boolean run(Duration time) throws Exception {
        List<Thread> clients = startClients();
        List<Long> resident = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        long nextSample = System.nanoTime();
        while (System.nanoTime() < end) {
            change();
            if (System.nanoTime() >= nextSample) {
                nextSample += SAMPLE.toNanos();
                resident.add(Usage.residentKib(gateway.process()));
                tellOf(resident);
            }
            Thread.sleep(BETWEEN_CHANGES);
        }
        stop.set(true);
        for (Thread client : clients) {
            client.join();
        }
        gateway.close(); // flushes every record to the log
        return report(resident);
    }

    private List<Thread> startClients() throws IOException {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < sandboxes; i++) {
            String credentials = gateway.put("sb-" + i, patterns(0), null);
            for (int j = 0; j < CLIENTS_OF_A_SANDBOX; j++) {
                clients.add(Thread.ofVirtual()
                        .start(new SoakClient("sb" + i + "c" + j, gateway, origin, credentials, counts, stop)));
            }
        }
        return clients;
    }

    private List<String> patterns(int change) {
        List<String> patterns = new ArrayList<>(AllowedTargets.few(origin));
        patterns.add("https://" + NginxOrigin.INSPECTED + ":" + origin.tls().getPort() + NginxOrigin.NUMBERED + "*");
        patterns.add("https://change-" + change + ".example.com/**");
        return patterns;
    }

    /**
     * Replaces one policy by another that grants the clients the same; every tenth time creates or deletes a sandbox.
     */
    private void change() throws IOException {
        changes++;
        gateway.put("sb-" + random.nextInt(sandboxes), patterns(changes), null);
        if (changes % 10 == 0) {
            gateway.put("guest-" + changes, patterns(changes), null);
            if (!gateway.admin().delete(new SandboxId("guest-" + changes)).isOk()) {
                counts.failed("DELETE of guest-" + changes);
            }
        }
    }

    private void tellOf(List<Long> resident) {
        if (resident.size() % 12 == 1) {
            Progress.say("%d s: %d requests, %d tunnels, %d failures, %d MiB resident, %s"
                    .formatted(
                            (resident.size() - 1) * SAMPLE.toSeconds(),
                            counts.requests(),
                            counts.tunnels(),
                            counts.failures().size(),
                            resident.getLast() / 1024,
                            counts.latency()));
        }
    }

    private boolean report(List<Long> resident) throws IOException, InterruptedException {
        List<String> unlike = counts.unlike(folder.resolve("gateway/state/audit.jsonl"));
        int verified = verify();
        long middle = median(resident.subList(resident.size() / 3, resident.size() * 2 / 3));
        long last = median(resident.subList(resident.size() * 2 / 3, resident.size()));
        System.out.printf(
                "%d requests and %d tunnels of %d clients, %d changes of policy%n",
                counts.requests(), counts.tunnels(), sandboxes * CLIENTS_OF_A_SANDBOX, changes);
        System.out.printf("failures: %d%n", counts.failures().size());
        counts.failures().stream().limit(20).forEach(failure -> System.out.println("  " + failure));
        System.out.printf("differences between log and clients: %d%n", unlike.size());
        unlike.forEach(line -> System.out.println("  " + line));
        System.out.printf("audit verify: exit %d%n", verified);
        System.out.printf(
                "resident memory: %d MiB in the second third, %d MiB in the last (medians)%n",
                middle / 1024, last / 1024);
        return counts.failures().isEmpty() && unlike.isEmpty() && verified == 0 && last <= middle * GROWTH;
    }

    private int verify() throws IOException, InterruptedException {
        String file = folder.resolve("gateway/state/audit.jsonl").toString();
        return new ProcessBuilder(root.resolve("sallyport").toString(), "audit", "verify", file)
                .redirectOutput(folder.resolve("verify.log").toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
    }
}
