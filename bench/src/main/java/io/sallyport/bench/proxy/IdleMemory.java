package io.sallyport.bench.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Measures the memory of idle connections that have made one request each: resident memory as it is, including what a
 * collector has not returned; then, for a JVM, heap and native memory after a collection.
 */
final class IdleMemory {
    /** Connections opened and closed before, so that one-time allocations of the first ones are not counted. */
    private static final int WARM_UP = 200;

    private static final int SETTLE_MILLIS = 2_000;

    private final LoadClient client;
    private final List<Contender> contenders;
    private final int count;

    IdleMemory(LoadClient client, List<Contender> contenders, int count) {
        this.client = client;
        this.contenders = contenders;
        this.count = count;
    }

    /** In KiB per connection. */
    private record Held(
            double resident,
            @Nullable Double heap,
            @Nullable Double outsideHeap) {}

    /** Prints the kinds of connection that {@code rows} are about; a later kind may reuse what an earlier one freed. */
    void print(FigureTable table, Set<Row> rows) throws Exception {
        Set<WorkKind> ways = rows.stream().map(Row::way).collect(Collectors.toSet());
        print(table, ways, WorkKind.TUNNEL, "idle tunnel");
        print(table, ways, WorkKind.INTERCEPT, "idle intercepted connection");
        print(table, ways, WorkKind.INTERCEPT_H2, "idle intercepted connection of HTTP/2");
    }

    private void print(FigureTable table, Set<WorkKind> ways, WorkKind way, String title) throws Exception {
        if (!ways.contains(way)) {
            return;
        }
        List<@Nullable Double> resident = new ArrayList<>();
        List<@Nullable Double> heap = new ArrayList<>();
        List<@Nullable Double> outsideHeap = new ArrayList<>();
        for (Contender contender : contenders) {
            ContenderAccess door = contender.doors().get(way);
            Held held = door == null ? null : measure(contender, work(way, door));
            resident.add(held == null ? null : held.resident());
            heap.add(held == null ? null : held.heap());
            outsideHeap.add(held == null ? null : held.outsideHeap());
        }
        System.out.println(table.memory(title + ", resident", resident));
        System.out.println(table.memory(title + ", heap after a collection", heap));
        System.out.println(table.memory(title + ", native after a collection", outsideHeap));
    }

    private static ConnectionWork work(WorkKind way, ContenderAccess door) {
        return way == WorkKind.INTERCEPT_H2
                ? ConnectionWork.onStreams(door, NginxOrigin.SMALL, 1)
                : ConnectionWork.tunnelled(door, NginxOrigin.SMALL, true);
    }

    private @Nullable Held measure(Contender contender, ConnectionWork work) throws Exception {
        int connections = contender.scaled(count);
        try {
            client.hold(work, Math.min(WARM_UP, connections));
            client.release();
            Thread.sleep(SETTLE_MILLIS);
            JavaMemory javaBefore = contender.isJava() ? JavaMemory.of(contender.process()) : null;
            long before = Usage.residentKib(contender.process());
            client.hold(work, connections);
            Thread.sleep(SETTLE_MILLIS);
            double resident = (double) (Usage.residentKib(contender.process()) - before) / connections;
            JavaMemory java = contender.isJava() ? JavaMemory.of(contender.process()) : null;
            Progress.say("%d x %s, %s: %.1f KiB resident"
                    .formatted(connections, contender.name(), work.serverName(), resident));
            return javaBefore == null || java == null
                    ? new Held(resident, null, null)
                    : new Held(
                            resident,
                            (double) (java.heapKib() - javaBefore.heapKib()) / connections,
                            (double) (java.nativeKib() - javaBefore.nativeKib()) / connections);
        } finally {
            client.release();
        }
    }
}
