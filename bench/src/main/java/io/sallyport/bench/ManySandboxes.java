package io.sallyport.bench;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.Service;
import io.sallyport.model.SandboxDocuments;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * {@code ManySandboxes FOLDER COUNT CHANGES}: creates COUNT sandboxes of 20 grants each in a gateway with its state in
 * FOLDER and prints the heap that each takes. Then it measures CHANGES puts of 500 grants, from request to answer (when
 * the policy is in force). On an in-memory file system the times do not include the disk's sync.
 */
public final class ManySandboxes {
    private static final int GRANTS = 20;
    private static final int GRANTS_OF_A_CHANGE = 500;
    private static final int WARM_UP = 500;

    private final AdminClient admin;
    private final int count;
    private final Random random = new Random(42);

    private ManySandboxes(AdminClient admin, int count) {
        this.admin = admin;
        this.count = count;
    }

    public static void main(String... args) throws Exception {
        int count = Integer.parseInt(args[1]);
        try (Service service = Gateways.start(Gateways.config(Path.of(args[0])));
                AdminClient admin = Gateways.client(service.endpoints())) {
            new ManySandboxes(admin, count).measure(Integer.parseInt(args[2]));
        }
    }

    private void measure(int changes) throws IOException {
        put(0, DistinctLeases.of("sb-0", GRANTS));
        long before = usedHeap();
        for (int i = 1; i < count; i++) {
            put(i, DistinctLeases.of("sb-" + i, GRANTS));
        }
        System.out.printf("heap for each idle sandbox: %.1f KiB%n", (usedHeap() - before) / 1024.0 / (count - 1));
        timeChanges(WARM_UP, "warm");
        long[] nanos = timeChanges(changes, "change");
        Arrays.sort(nanos);
        System.out.printf(
                "put of %d grants among %d sandboxes, %d of them: p50 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                GRANTS_OF_A_CHANGE,
                count,
                changes,
                millis(nanos, changes / 2),
                millis(nanos, changes * 99 / 100),
                millis(nanos, changes - 1));
    }

    private long[] timeChanges(int changes, String word) throws IOException {
        long[] nanos = new long[changes];
        for (int i = 0; i < changes; i++) {
            SandboxDocuments documents = DistinctLeases.of(word + "-" + i, GRANTS_OF_A_CHANGE);
            int which = random.nextInt(count);
            long start = System.nanoTime();
            put(which, documents);
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    private void put(int number, SandboxDocuments documents) throws IOException {
        AdminClient.Reply reply = admin.put(DistinctLeases.id(number), documents, false, null);
        if (!reply.isOk()) {
            throw new IOException("refused: " + reply);
        }
    }

    /** Returns the bytes in use after garbage collections. */
    private static long usedHeap() {
        var memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }

    private static double millis(long[] sorted, int place) {
        return sorted[place] / 1e6;
    }
}
