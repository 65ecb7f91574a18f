package io.sallyport.audit.rules;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The count of one rule. Safe for concurrent use, without a lock. */
final class RuleCount {
    private final LongAdder hits = new LongAdder();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private final BoundedCounts<LongAdder> hosts;
    private final BoundedCounts<LongAdder> sandboxes;

    /** @param maxNames the number of hosts, and of sandboxes, with a count of their own */
    RuleCount(int maxNames) {
        hosts = new BoundedCounts<>(maxNames, LongAdder::new);
        sandboxes = new BoundedCounts<>(maxNames, LongAdder::new);
    }

    /** Counts one request; the times of requests that end at once may come in any order. */
    void add(long timeMillis, @Nullable String host, @Nullable String sandbox) {
        hits.increment();
        if (timeMillis < first.get()) {
            first.accumulateAndGet(timeMillis, Math::min);
        }
        if (timeMillis > last.get()) {
            last.accumulateAndGet(timeMillis, Math::max);
        }
        add(hosts, host);
        add(sandboxes, sandbox);
    }

    private static void add(BoundedCounts<LongAdder> counts, @Nullable String name) {
        if (name != null) {
            counts.of(name).increment();
        }
    }

    long hits() {
        return hits.sum();
    }

    RuleRow row(String rule) {
        return new RuleRow(
                rule,
                hits(),
                first.get(),
                last.get(),
                rows(hosts),
                hosts.others().sum(),
                rows(sandboxes),
                sandboxes.others().sum());
    }

    private static List<RuleRow.Named> rows(BoundedCounts<LongAdder> counts) {
        return counts.byName().entrySet().stream()
                .map((Map.Entry<String, LongAdder> one) ->
                        new RuleRow.Named(one.getKey(), one.getValue().sum()))
                .sorted(Comparator.comparingLong(RuleRow.Named::hits).reversed().thenComparing(RuleRow.Named::name))
                .toList();
    }
}
