package io.sallyport.proxy.relay.upstream;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections in the order in which they became idle. Adding and removing cost the same however many there are,
 * and make no objects: each connection brings its entries. Confined to its event loop.
 */
final class IdleOrder {
    private @Nullable Entry oldest;
    private @Nullable Entry newest;
    private int size;

    /** One connection's place in one order at a time. */
    static final class Entry {
        private final UpstreamConnection connection;
        private @Nullable IdleOrder order;
        private @Nullable Entry older;
        private @Nullable Entry newer;

        Entry(UpstreamConnection connection) {
            this.connection = connection;
        }

        /** Leaves its order, where it is in one. */
        void leave() {
            IdleOrder left = order;
            if (left != null) {
                order = null;
                left.unlink(this);
            }
        }
    }

    int size() {
        return size;
    }

    @Nullable
    UpstreamConnection oldest() {
        Entry first = oldest;
        return first == null ? null : first.connection;
    }

    @Nullable
    UpstreamConnection newest() {
        Entry last = newest;
        return last == null ? null : last.connection;
    }

    /** Adds one that is in no order. */
    void add(Entry entry) {
        Entry last = newest;
        entry.order = this;
        entry.older = last;
        newest = entry;
        if (last == null) {
            oldest = entry;
        } else {
            last.newer = entry;
        }
        size++;
    }

    /** Shows each, from the oldest on; none may leave meanwhile. */
    void forEach(Consumer<UpstreamConnection> visitor) {
        for (Entry entry = oldest; entry != null; entry = entry.newer) {
            visitor.accept(entry.connection);
        }
    }

    private void unlink(Entry entry) {
        Entry before = entry.older;
        Entry after = entry.newer;
        entry.older = null;
        entry.newer = null;
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        size--;
    }
}
