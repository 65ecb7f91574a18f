package io.sallyport.proxy.telemetry;

import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The tunnels that are open, by sandbox. Safe for concurrent use. */
public final class OpenTunnels {
    private final Map<SandboxId, Set<Entry>> bySandbox = new ConcurrentHashMap<>();

    /**
     * What a tunnel is from its beginning on.
     *
     * @param auditId of the record of its CONNECT
     * @param target as its record names it
     * @param sinceMillis when it was asked for, in milliseconds since 1970
     * @param generation of the policy that let it through
     */
    public record Start(SandboxId sandbox, String auditId, String target, long sinceMillis, long generation) {}

    /** One open tunnel. Written by its event loop, read by any thread. */
    public static final class Entry {
        private final Start start;
        private volatile boolean inspected;
        private volatile long bytesIn;
        private volatile long bytesOut;

        private Entry(Start start) {
            this.start = start;
        }

        public Start start() {
            return start;
        }

        /** Returns whether the gateway looks inside; then its bytes are not counted here. */
        public boolean isInspected() {
            return inspected;
        }

        /** Returns the bytes from the sandbox, as of the last look at it. */
        public long bytesIn() {
            return bytesIn;
        }

        /** Returns the bytes to the sandbox, as of the last look at it. */
        public long bytesOut() {
            return bytesOut;
        }

        public void inspected(boolean looksInside) {
            inspected = looksInside;
        }

        public void carried(long in, long out) {
            bytesIn = in;
            bytesOut = out;
        }
    }

    /** Adds a tunnel, until {@link #remove}. */
    public Entry add(Start start) {
        var entry = new Entry(start);
        bySandbox.compute(start.sandbox(), (_, all) -> {
            Set<Entry> open = all == null ? ConcurrentHashMap.newKeySet() : all;
            open.add(entry);
            return open;
        });
        return entry;
    }

    public void remove(Entry entry) {
        bySandbox.computeIfPresent(entry.start().sandbox(), (_, all) -> {
            all.remove(entry);
            return all.isEmpty() ? null : all;
        });
    }

    /** Returns those of a sandbox, in no particular order. */
    public List<Entry> of(SandboxId sandbox) {
        return List.copyOf(bySandbox.getOrDefault(sandbox, Set.of()));
    }
}
