package io.sallyport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One gateway as far as shared records go: its records are texts, each its own mark. */
final class RecordMember implements RecordListener, AutoCloseable {
    final Map<String, SharedRecord> inForce = new ConcurrentHashMap<>();
    final SharedRecords records;
    private final AtomicInteger refusals;

    private final Membership membership;

    /**
     * @param skew of its elapsed time, which nothing compares with that of others
     * @param refusals how many changes it will not be able to take in
     */
    RecordMember(String id, String url, Path folder, String key, AtomicLong skew, int refusals) throws IOException {
        this(id, url, folder, key, skew, refusals, Duration.ofSeconds(30));
    }

    RecordMember(String id, String url, Path folder, String key, AtomicLong skew, int refusals, Duration confirmWait)
            throws IOException {
        this.refusals = new AtomicInteger(refusals);
        membership = new Membership(TestGateway.settings(url, 0), GatewayState.inMemory(id));
        var own = new RecordSettings(folder, confirmWait, SharedSettings.OnOutage.SLACK, Duration.ofMinutes(10));
        records = new SharedRecords(
                membership,
                own,
                RemovedRecords.read(Files.createDirectories(folder.resolve(id))),
                this,
                key,
                () -> System.nanoTime() + skew.get());
        records.start();
        membership.start();
    }

    RecordMember awaitOpen() {
        while (!records.isOpen()) {
            Thread.onSpinWait();
        }
        return this;
    }

    long generation(String name) {
        SharedRecord known = inForce.get(name);
        return known == null ? 0 : known.generation();
    }

    /** Offers what follows the generation that is in force here. */
    RecordAnswer next(String name, String text) {
        return next(name, generation(name), text);
    }

    RecordAnswer next(String name, long before, String text) {
        var next = new SharedRecord(name, before + 1, text, text);
        RecordAnswer answer = records.put(next, before).toCompletableFuture().join();
        if (answer instanceof RecordAnswer.Taken) {
            put(next).toCompletableFuture().join();
        }
        return answer;
    }

    @Override
    public Map<String, RecordVersion> held() {
        Map<String, RecordVersion> held = new ConcurrentHashMap<>();
        inForce.forEach((name, record) -> held.put(name, record.version()));
        return held;
    }

    @Override
    public @Nullable SharedRecord record(String name) {
        return inForce.get(name);
    }

    @Override
    public boolean isKnown(String name) {
        return name.startsWith("sandbox:");
    }

    @Override
    public CompletionStage<Boolean> put(SharedRecord record) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return CompletableFuture.completedStage(false);
        }
        inForce.merge(record.name(), record, (old, next) -> next.generation() >= old.generation() ? next : old);
        return CompletableFuture.completedStage(true);
    }

    @Override
    public CompletionStage<Boolean> remove(String name, long generation) {
        inForce.computeIfPresent(name, (_, old) -> old.generation() <= generation ? null : old);
        return CompletableFuture.completedStage(true);
    }

    @Override
    public void close() {
        records.close();
        membership.close();
    }
}
