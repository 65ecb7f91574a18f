package io.sallyport.egress.http;

import io.sallyport.egress.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Connections that wait for another request to the same target of the same sandbox; no sandbox is answered on a
 * connection that another has used. Safe for concurrent use; nothing waits.
 */
public final class KeptConnections implements AutoCloseable {
    private final KeptLimits limits;
    private final LongSupplier nanoClock;
    private final Map<Target, Deque<KeptConnection>> byTarget = new HashMap<>();
    private final SequencedSet<KeptConnection> all = new LinkedHashSet<>(); // the one kept first is first
    private boolean isClosed;

    /** @param nanoClock elapsed nanoseconds */
    public KeptConnections(KeptLimits limits, LongSupplier nanoClock) {
        this.limits = limits;
        this.nanoClock = nanoClock;
    }

    /** Returns a connection that was just opened, as one that may be kept. */
    public KeptConnection opened(Target target, OutwardConnection connection) {
        long now = nanoClock.getAsLong();
        return new KeptConnection(target, connection, now, now);
    }

    /** Returns the connection to {@code target} that was kept last, for requests that have that time; null: none. */
    public @Nullable KeptConnection take(Target target, RemainingTime time) {
        List<KeptConnection> useless = new ArrayList<>();
        KeptConnection found = usable(target, useless);
        close(useless);
        return found == null ? null : found.under(time);
    }

    private synchronized @Nullable KeptConnection usable(Target target, List<KeptConnection> useless) {
        long now = nanoClock.getAsLong();
        for (KeptConnection last = last(target); last != null; last = last(target)) {
            forget(last);
            if (last.isUsable(now, limits)) {
                return last;
            }
            useless.add(last);
        }
        return null;
    }

    private @Nullable KeptConnection last(Target target) {
        Deque<KeptConnection> kept = byTarget.get(target);
        return kept == null ? null : kept.peekLast();
    }

    /** Keeps a connection whose answer has ended; closes one that is of no more use, and what is over the bounds. */
    public void keep(KeptConnection used) {
        close(added(used.keptAt(nanoClock.getAsLong())));
    }

    private synchronized List<KeptConnection> added(KeptConnection used) {
        long now = nanoClock.getAsLong();
        if (isClosed || limits.each() == 0 || limits.all() == 0 || !used.isUsable(now, limits)) {
            return List.of(used);
        }
        List<KeptConnection> over = new ArrayList<>();
        Deque<KeptConnection> others = byTarget.get(used.target());
        if (others != null && others.size() >= limits.each()) {
            over.add(others.getFirst());
        } else if (all.size() >= limits.all()) {
            over.add(all.getFirst());
        }
        over.forEach(this::forget);
        all.add(used);
        byTarget.computeIfAbsent(used.target(), _ -> new ArrayDeque<>()).addLast(used);
        return over;
    }

    private void forget(KeptConnection kept) {
        all.remove(kept);
        byTarget.computeIfPresent(kept.target(), (_, of) -> of.remove(kept) && of.isEmpty() ? null : of);
    }

    /** Closes what waited too long, or was closed by its target; to be called from time to time. */
    public void expire() {
        List<KeptConnection> useless;
        synchronized (this) {
            long now = nanoClock.getAsLong();
            useless = all.stream().filter(kept -> !kept.isUsable(now, limits)).toList();
            useless.forEach(this::forget);
        }
        close(useless);
    }

    /** Returns how many wait. */
    public synchronized int size() {
        return all.size();
    }

    private static void close(List<KeptConnection> connections) {
        connections.forEach(each -> each.connection().close());
    }

    /** Closes what waits, and keeps nothing any more. */
    @Override
    public void close() {
        List<KeptConnection> kept;
        synchronized (this) {
            isClosed = true;
            kept = List.copyOf(all);
            kept.forEach(this::forget);
        }
        close(kept);
    }
}
