package io.sallyport.bench.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the clients of a soak saw, for comparison with the audit log. Safe for concurrent use. */
final class SoakCounts {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final int SHOWN = 20;

    private final Set<String> answered = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder tunnels = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /** Records that the request with this unique path was answered completely. */
    void answered(String path, long took) {
        answered.add(path);
        nanos.add(took);
    }

    /** Records that a request was refused as expected; the log may count it together with others. */
    void refused(long took) {
        refused.increment();
        nanos.add(took);
    }

    void tunnel() {
        tunnels.increment();
    }

    void failed(String what) {
        failures.add(what);
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    long requests() {
        return answered.size() + refused.sum();
    }

    long tunnels() {
        return tunnels.sum();
    }

    /** Returns the latencies since the last call: median and 99th percentile, in milliseconds. */
    String latency() {
        List<Long> taken = new ArrayList<>();
        for (Long next = nanos.poll(); next != null; next = nanos.poll()) {
            taken.add(next);
        }
        long[] sorted = taken.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0
                ? "-"
                : "p50 %.2f ms, p99 %.2f ms"
                        .formatted(sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6);
    }

    /** Returns the differences between the log and what the clients saw, limited per kind. */
    List<String> unlike(Path auditLog) throws IOException {
        Map<String, Integer> recorded = new HashMap<>();
        long recordedRefusals = 0;
        try (Stream<String> lines = Files.lines(auditLog)) {
            for (JsonNode line : (Iterable<JsonNode>) lines.map(JSON::readTree)::iterator) {
                if (line.path("verdict").asString("").equals("deny")) {
                    recordedRefusals += line.path("count").asLong(1);
                } else if (line.path("path").isString()) {
                    recorded.merge(line.path("path").asString(), 1, Integer::sum);
                }
            }
        }
        List<String> unlike = new ArrayList<>(answered.stream()
                .filter(path -> recorded.getOrDefault(path, 0) != 1)
                .map(path -> path + ": " + recorded.getOrDefault(path, 0) + " records")
                .limit(SHOWN)
                .toList());
        if (recordedRefusals != refused.sum()) {
            unlike.add(refused.sum() + " refusals, " + recordedRefusals + " recorded");
        }
        return unlike;
    }
}
