package io.sallyport.audit.rules;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The count of one rule. Safe for concurrent use; a lock is taken for a new host or sandbox only. */
final class RuleCount {
    private final LongAdder hits = new LongAdder();
    private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private final TopNames hosts = new TopNames();
    private final TopNames sandboxes = new TopNames();

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

    private static void add(TopNames counts, @Nullable String name) {
        if (name != null) {
            counts.add(name);
        }
    }

    long hits() {
        return hits.sum();
    }

    RuleRow row(String rule) {
        List<RuleRow.Named> topHosts = hosts.top(RuleCounts.MAX_NAMES);
        List<RuleRow.Named> topSandboxes = sandboxes.top(RuleCounts.MAX_NAMES);
        return new RuleRow(
                rule,
                hits(),
                first.get(),
                last.get(),
                topHosts,
                rest(hosts, topHosts),
                topSandboxes,
                rest(sandboxes, topSandboxes));
    }

    private static long rest(TopNames counts, List<RuleRow.Named> top) {
        return counts.hits() - top.stream().mapToLong(RuleRow.Named::hits).sum();
    }
}
