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
 * Resolves names with the configured name servers; never blocks. Each event loop has its own cache and lookups, and at
 * most one lookup in flight per name. Safe for concurrent use.
 */
public final class NameResolver implements AutoCloseable {
    private final List<InetSocketAddress> servers;
    private final DnsLimits limits;
    private final Predicate<String> unresolvable;
    private final Transport transport;
    private final LongSupplier nanoClock;
    private final LookupMeter meter;
    private final SharedPermits slots;
    private final ConcurrentMap<EventLoop, LoopResolver> byLoop = new ConcurrentHashMap<>();

    /**
     * Creates a resolver with empty caches. May read files, so do not call it on an event loop.
     *
     * @param servers queried in this order; if empty, no name resolves
     * @param unresolvable names to which no CNAME may lead
     * @param meter counts the resolutions
     */
    public NameResolver(
            List<InetSocketAddress> servers,
            DnsLimits limits,
            Predicate<String> unresolvable,
            Transport transport,
            LongSupplier nanoClock,
            LookupMeter meter) {
        this.servers = List.copyOf(servers);
        this.limits = limits;
        this.unresolvable = unresolvable;
        this.transport = transport;
        this.nanoClock = nanoClock;
        this.meter = meter;
        this.slots = new SharedPermits(limits.lookupsPerSandbox(), limits.lookups());
        LoopResolver.warmUp();
    }

    /** A resolution in flight; confined to its event loop. */
    public interface Pending {
        /**
         * Cancels the resolution: the listener is not called any more. The lookup continues, for other callers and for
         * the cache.
         */
        void cancel();
    }

    /**
     * Resolves {@code name}; must be called on {@code loop}. The listener is called there once, after this method has
     * returned.
     *
     * @param name in lower case, without a trailing dot; queried as an absolute name
     */
    public Pending resolve(SandboxId sandbox, String name, EventLoop loop, Consumer<Resolution> listener) {
        return servers.isEmpty()
                ? soon(loop, listener, new Resolution.Failed("no name server is configured"))
                : on(loop).resolve(sandbox, name, listener);
    }

    /** Releases what the loops hold; nothing may be resolved afterwards. */
    @Override
    public void close() {
        byLoop.values().forEach(LoopResolver::close);
    }

    private LoopResolver on(EventLoop loop) {
        return byLoop.computeIfAbsent(
                loop, key -> new LoopResolver(key, servers, limits, unresolvable, transport, slots, nanoClock, meter));
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
