package io.sallyport.bench.replicas;

import io.sallyport.shared.Confirmed;
import io.sallyport.shared.GatewayState;
import io.sallyport.shared.Membership;
import io.sallyport.shared.RecordListener;
import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.RecordVersion;
import io.sallyport.shared.RemovedRecords;
import io.sallyport.shared.SharedCounters;
import io.sallyport.shared.SharedRecord;
import io.sallyport.shared.SharedRecords;
import io.sallyport.shared.SharedSettings;
import io.sallyport.shared.SharedSettings.OnOutage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The parts of gateways that talk to the store, many in one process: each shares records, which it puts nowhere, and
 * counters.
 */
final class StoreMembers implements AutoCloseable {
    private static final RecordSettings RECORDS =
            new RecordSettings(Path.of("none"), Duration.ofSeconds(30), OnOutage.SLACK, Duration.ofMinutes(5));

    private final List<Membership> memberships = new ArrayList<>();
    private final List<SharedRecords> records = new ArrayList<>();
    private final List<SharedCounters> counters = new ArrayList<>();

    StoreMembers(URI store, Path folder, int count) throws IOException, InterruptedException {
        SharedSettings settings = settings(store);
        for (int i = 0; i < count; i++) {
            Path own = Files.createDirectories(folder.resolve("member-" + count + "-" + i));
            GatewayState state = GatewayState.read(own);
            var membership = new Membership(settings, state);
            memberships.add(membership);
            records.add(new SharedRecords(
                    membership, RECORDS, RemovedRecords.read(own), new Taker(), "key", System::nanoTime));
            counters.add(new SharedCounters(membership, state, System::nanoTime, _ -> {}, () -> true));
            records.getLast().start();
            counters.getLast().start();
            membership.start();
        }
        while (!records.stream().allMatch(SharedRecords::isOpen)) {
            Thread.sleep(100);
        }
    }

    /** Each charge asks. */
    private static SharedSettings settings(URI store) {
        return new SharedSettings(
                store,
                null,
                null,
                null,
                "bench",
                Duration.ofSeconds(10),
                0,
                OnOutage.SLACK,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30));
    }

    SharedRecords first() {
        return records.getFirst();
    }

    SharedCounters counters() {
        return counters.getFirst();
    }

    /** Puts a record, and returns when all members have said that they have it. */
    Confirmed put(SharedRecord record) {
        first().put(record, record.generation() - 1).toCompletableFuture().join();
        return Objects.requireNonNull(first().confirmed(record.name(), record.generation())
                .toCompletableFuture()
                .join());
    }

    @Override
    public void close() {
        counters.forEach(SharedCounters::close);
        records.forEach(SharedRecords::close);
        memberships.forEach(Membership::close);
    }

    /** Says at once that it has everything. */
    private static final class Taker implements RecordListener {
        @Override
        public Map<String, RecordVersion> held() {
            return Map.of();
        }

        @Override
        public @Nullable SharedRecord record(String name) {
            return null;
        }

        @Override
        public boolean isKnown(String name) {
            return true;
        }

        @Override
        public CompletionStage<Boolean> put(SharedRecord record) {
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public CompletionStage<Boolean> remove(String name, long generation) {
            return CompletableFuture.completedFuture(true);
        }
    }
}
