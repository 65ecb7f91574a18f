package io.sallyport.proxy.relay.upstream;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.UpstreamLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox's kept connections to targets, on one event loop; never shared with another sandbox. The one used last is
 * used first: so one that lay idle for {@link UpstreamLimits#maxIdle} was needed by none of the requests of that time, and
 * as many are kept as were in use at once lately.
 */
public final class UpstreamPool {
    private final UpstreamLimits limits;
    private final IdleConnections ofLoop;
    private final IdleOrder idle = new IdleOrder();
    private final Map<Authority, ToTarget> targets = new HashMap<>();
    private final Set<ConnectionWait> dialling = new HashSet<>(); // for whoever comes next

    public UpstreamPool(UpstreamLimits limits, IdleConnections ofLoop) {
        this.limits = limits;
        this.ofLoop = ofLoop;
    }

    /** Where a connection leads, and at which addresses it was dialled: one dialled under other rules is another one. */
    public record Authority(Scheme scheme, CanonicalHost host, int port, List<String> addresses) {
        public static Authority of(AllowedRequest passage) {
            CanonicalRequest request = passage.request();
            return new Authority(
                    request.scheme(),
                    request.host(),
                    request.port(),
                    passage.obligations().addresses());
        }
    }

    /** The connections to one target, and who waits for one. */
    private static final class ToTarget {
        private final IdleOrder idle = new IdleOrder();
        private final SequencedSet<ConnectionWait> waiting = new LinkedHashSet<>();

        private boolean isUnused() {
            return idle.size() == 0 && waiting.isEmpty();
        }
    }

    /** Whether nothing is kept, nor dialled for later. */
    public boolean isEmpty() {
        return idle.size() == 0 && dialling.isEmpty();
    }

    /** The one used last, or null. */
    public @Nullable UpstreamConnection take(Authority authority) {
        ToTarget target = targets.get(authority);
        UpstreamConnection connection = target == null ? null : target.idle.newest();
        while (target != null && connection != null) {
            connection.leavePool();
            if (connection.isOpen()) {
                return connection;
            }
            connection = target.idle.newest();
        }
        return null;
    }

    /** Keeps {@code connection}; where there are too many then, the oldest is closed. */
    public void keep(UpstreamConnection connection) {
        connection.rest(this, target(connection.authority()).idle, idle, ofLoop);
        UpstreamConnection surplus = ofLoop.surplus(idle);
        if (surplus != null) {
            surplus.close();
        }
    }

    private ToTarget target(Authority authority) {
        return targets.computeIfAbsent(authority, _ -> new ToTarget());
    }

    /** From now on {@code wait} is offered what becomes idle. */
    void await(ConnectionWait wait) {
        target(wait.authority()).waiting.addLast(wait);
    }

    /** {@code wait} is over. */
    void leave(ConnectionWait wait) {
        dialling.remove(wait);
        ToTarget target = targets.get(wait.authority());
        if (target != null) {
            target.waiting.remove(wait);
        }
    }

    /** {@code wait} has a connection; what is still being dialled for it is kept for whoever comes next. */
    void dialsOn(ConnectionWait wait) {
        dialling.add(wait);
    }

    /** Whoever has waited longest gets {@code connection}, which is at rest, or came too late for its own request. */
    void offer(UpstreamConnection connection) {
        ToTarget target = target(connection.authority());
        if (!target.waiting.isEmpty()) {
            ConnectionWait next = target.waiting.removeFirst();
            connection.leavePool();
            next.offered(connection);
        } else if (!connection.isAtRest()) {
            keep(connection);
        }
    }

    /** Closes what lay idle for too long, or is too old. */
    public void sweep(long nowNanos) {
        List<UpstreamConnection> old = new ArrayList<>(0);
        idle.forEach(connection -> {
            if (connection.isTooOld(limits, nowNanos)) {
                old.add(connection);
            }
        });
        old.forEach(UpstreamConnection::close);
        targets.values().removeIf(ToTarget::isUnused);
    }

    /** Closes what is idle, and gives up what is being dialled. */
    public void close() {
        for (UpstreamConnection each = idle.oldest(); each != null; each = idle.oldest()) {
            each.close();
        }
        List.copyOf(dialling).forEach(ConnectionWait::cancel);
    }
}
