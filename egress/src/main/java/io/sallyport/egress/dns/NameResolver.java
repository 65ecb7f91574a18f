package io.sallyport.egress.dns;

import io.netty.channel.EventLoop;
import io.sallyport.egress.share.SharedPermits;
import io.sallyport.model.SandboxId;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Asks the name servers for a name's addresses, never waiting. Each event loop has its own cache and lookups; a name that
 * is being asked for on a loop is not asked for twice. Safe for concurrent use.
 */
public final class NameResolver implements AutoCloseable {
    private final List<InetSocketAddress> servers;
    private final DnsLimits limits;
    private final Predicate<String> unresolvable;
    private final Transport transport;
    private final LongSupplier nanoClock;
    private final SharedPermits slots;
    private final ConcurrentMap<EventLoop, LoopResolver> byLoop = new ConcurrentHashMap<>();

    /**
     * A resolver without answers yet. May read files, so it is made off the event loops.
     *
     * @param servers asked in this order; where there are none, no name resolves
     * @param unresolvable names to which no CNAME may lead
     */
    public NameResolver(
            List<InetSocketAddress> servers,
            DnsLimits limits,
            Predicate<String> unresolvable,
            Transport transport,
            LongSupplier nanoClock) {
        this.servers = List.copyOf(servers);
        this.limits = limits;
        this.unresolvable = unresolvable;
        this.transport = transport;
        this.nanoClock = nanoClock;
        this.slots = new SharedPermits(limits.lookupsPerSandbox(), limits.lookups());
        LoopResolver.warmUp();
    }

    /** A resolution under way; confined to its loop. */
    public interface Pending {
        /** Gives it up: the listener hears nothing any more. The lookup goes on, for others and for the cache. */
        void cancel();
    }

    /**
     * Resolves {@code name}; to be called on {@code loop}. The listener is called there once, after this method returned.
     *
     * @param name in lower case, without a trailing dot; asked for as an absolute name
     */
    public Pending resolve(SandboxId sandbox, String name, EventLoop loop, Consumer<Resolution> listener) {
        return servers.isEmpty()
                ? soon(loop, listener, new Resolution.Failed("no name server is configured"))
                : on(loop).resolve(sandbox, name, listener);
    }

    /** Frees what the loops hold; nothing is to be resolved any more. */
    @Override
    public void close() {
        byLoop.values().forEach(LoopResolver::close);
    }

    private LoopResolver on(EventLoop loop) {
        return byLoop.computeIfAbsent(
                loop, key -> new LoopResolver(key, servers, limits, unresolvable, transport, slots, nanoClock));
    }

    private static Pending soon(EventLoop loop, Consumer<Resolution> listener, Resolution resolution) {
        boolean[] cancelled = new boolean[1];
        loop.execute(() -> {
            if (!cancelled[0]) {
                listener.accept(resolution);
            }
        });
        return () -> cancelled[0] = true;
    }
}
