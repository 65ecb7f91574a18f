package io.sallyport.proxy.relay.upstream;

import io.netty.channel.Channel;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.egress.DialledAddress;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.relay.http2.TargetFrames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox's kept connections to targets, on one event loop; never shared with another sandbox. The one used last is
 * used first: so one that lay idle for {@link UpstreamLimits#maxIdle} was needed by none of the requests of that time,
 * and as many are kept as were in use at once lately.
 */
public final class UpstreamPool {
    private final ProxyLimits limits;
    private final byte[] scratch;
    private final LongSupplier nanoClock;
    private final IdleConnections ofLoop;
    private final IdleOrder idle = new IdleOrder();
    private final Map<Authority, ToTarget> targets = new HashMap<>();
    private final SequencedSet<TargetSession> sessions = new LinkedHashSet<>();
    private final Set<ConnectionWait> dialling = new HashSet<>(); // for whoever comes next

    /**
     * @param scratch of this event loop, as the readers of heads take it
     * @param nanoClock elapsed time
     */
    public UpstreamPool(ProxyLimits limits, byte[] scratch, LongSupplier nanoClock, IdleConnections ofLoop) {
        this.limits = limits;
        this.scratch = scratch;
        this.nanoClock = nanoClock;
        this.ofLoop = ofLoop;
    }

    /**
     * Where a connection leads, at which addresses it was dialled, and as whom: one dialled under other rules, or with
     * another certificate, is another one.
     *
     * @param identity whose certificate the target may have seen; null for nobody's
     */
    public record Authority(
            Scheme scheme,
            CanonicalHost host,
            int port,
            List<String> addresses,
            @Nullable ClientIdentity identity) {
        public static Authority of(AllowedRequest passage, @Nullable ClientIdentity identity) {
            CanonicalRequest request = passage.request();
            return new Authority(
                    request.scheme(),
                    request.host(),
                    request.port(),
                    passage.obligations().addresses(),
                    identity);
        }
    }

    /** The connections to one target, and who waits for one. */
    private static final class ToTarget {
        private final IdleOrder idle = new IdleOrder();
        private final SequencedSet<ConnectionWait> waiting = new LinkedHashSet<>();

        private final SequencedSet<TargetSession> sessions = new LinkedHashSet<>();

        private boolean isUnused() {
            return idle.size() == 0 && waiting.isEmpty() && sessions.isEmpty();
        }
    }

    /** Whether nothing is kept, nor dialled for later. */
    public boolean isEmpty() {
        return idle.size() == 0 && dialling.isEmpty() && sessions.isEmpty();
    }

    /** The one used last, or a stream of one that speaks HTTP/2, or null. */
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
        TargetSession session = target == null ? null : roomy(target);
        return session == null ? null : session.open();
    }

    private static @Nullable TargetSession roomy(ToTarget target) {
        for (TargetSession session : target.sessions) {
            if (session.hasRoom()) {
                return session;
            }
        }
        return null;
    }

    /** Whether a connection of HTTP/2 to {@code authority} takes one more request. */
    boolean hasRoom(Authority authority) {
        ToTarget target = targets.get(authority);
        return target != null && roomy(target) != null;
    }

    /** Keeps a connection that speaks HTTP/2; where there are too many then, the oldest takes no more requests. */
    TargetSession keep(Authority authority, Channel channel, DialledAddress address, SandboxBuffers payer) {
        var session = new TargetSession(this, authority, channel, address, payer);
        sessions.addLast(session);
        target(authority).sessions.addLast(session);
        if (!ofLoop.takesSession(sessions.size())) {
            sessions.getFirst().leave();
        }
        return session;
    }

    TargetFrames begin(Channel channel, TargetSession session) {
        return TargetFrames.begin(channel, session, limits, scratch, nanoClock);
    }

    /** Whoever has waited longest gets a stream of {@code session}, as long as it has room. */
    void offer(TargetSession session) {
        ToTarget target = target(session.authority());
        while (!target.waiting.isEmpty() && session.hasRoom()) {
            UpstreamConnection stream = session.open();
            if (stream == null) {
                return;
            }
            target.waiting.removeFirst().offered(stream);
        }
    }

    /** {@code session} is no more. */
    void ended(TargetSession session) {
        sessions.remove(session);
        ofLoop.sessionEnded();
        ToTarget target = targets.get(session.authority());
        if (target != null) {
            target.sessions.remove(session);
        }
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
            if (connection.isTooOld(limits.upstream(), nowNanos)) {
                old.add(connection);
            }
        });
        old.forEach(UpstreamConnection::close);
        List.copyOf(sessions).forEach(session -> session.sweep(limits.upstream(), nowNanos));
        targets.values().removeIf(ToTarget::isUnused);
    }

    /** Closes what is idle, and gives up what is being dialled. */
    public void close() {
        for (UpstreamConnection each = idle.oldest(); each != null; each = idle.oldest()) {
            each.close();
        }
        List.copyOf(sessions).forEach(TargetSession::leave);
        List.copyOf(dialling).forEach(ConnectionWait::cancel);
    }
}
