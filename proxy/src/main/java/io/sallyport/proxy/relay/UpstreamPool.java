package io.sallyport.proxy.relay;

import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.Passage;
import io.sallyport.proxy.listener.UpstreamLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One sandbox's kept connections to targets, on one event loop; never shared with another sandbox. */
final class UpstreamPool {
    private final UpstreamLimits limits;
    private final Map<Authority, ArrayDeque<UpstreamConnection>> idle = new HashMap<>();
    private int size;

    UpstreamPool(UpstreamLimits limits) {
        this.limits = limits;
    }

    /** Where a connection leads, and at which addresses it was dialled: one dialled under other rules is another one. */
    record Authority(Scheme scheme, CanonicalHost host, int port, List<String> addresses) {
        static Authority of(Passage passage) {
            CanonicalRequest request = passage.request();
            return new Authority(
                    request.scheme(),
                    request.host(),
                    request.port(),
                    passage.obligations().addresses());
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The one used last, or null. */
    @Nullable
    UpstreamConnection take(Authority authority) {
        ArrayDeque<UpstreamConnection> kept = idle.get(authority);
        UpstreamConnection connection = kept == null ? null : kept.peekLast();
        while (kept != null && connection != null) {
            remove(connection);
            if (connection.isOpen()) {
                return connection;
            }
            connection = kept.peekLast();
        }
        return null;
    }

    /** Keeps {@code connection}, or closes it where there is no room. */
    void keep(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> kept =
                idle.computeIfAbsent(connection.authority(), _ -> new ArrayDeque<>(limits.maxIdlePerTarget()));
        if (size >= limits.maxIdlePerSandbox() || kept.size() >= limits.maxIdlePerTarget()) {
            if (kept.isEmpty()) {
                idle.remove(connection.authority());
            }
            connection.close();
            return;
        }
        kept.addLast(connection);
        size++;
        connection.rest(this);
    }

    /** Forgets {@code connection}: it was closed, or is used. */
    void remove(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> kept = idle.get(connection.authority());
        if (kept != null && kept.removeLastOccurrence(connection)) {
            size--;
            if (kept.isEmpty()) {
                idle.remove(connection.authority());
            }
        }
    }

    void sweep(long nowNanos) {
        for (UpstreamConnection connection : all()) {
            if (connection.isTooOld(limits, nowNanos)) {
                connection.close();
            }
        }
    }

    void close() {
        all().forEach(UpstreamConnection::close);
    }

    private List<UpstreamConnection> all() {
        List<UpstreamConnection> all = new ArrayList<>(size);
        idle.values().forEach(all::addAll);
        return all;
    }
}
