package io.sallyport.egress.dns;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.resolver.HostsFileEntriesResolver;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.sallyport.egress.share.SharedPermits;
import io.sallyport.model.SandboxId;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The resolver of one event loop: its cache, and its lookups in flight, one per name. Confined to that loop. */
final class LoopResolver {
    /** The size that fits into one datagram everywhere (DNS Flag Day 2020); longer answers are fetched over TCP. */
    private static final int MAX_DATAGRAM_BYTES = 1232;

    /** Disables the hosts file: only the name servers resolve names, and aliases are a setting of the operator. */
    private static final HostsFileEntriesResolver NO_HOSTS_FILE = (name, types) -> null;

    private final EventLoop loop;
    private final List<InetSocketAddress> servers;
    private final DnsLimits limits;
    private final Predicate<String> unresolvable;
    private final SharedPermits slots;
    private final LongSupplier nanoClock;
    private final LookupMeter meter;
    private final DnsNameResolver resolver;
    private final AnswerCache cache;
    private final Map<String, Flight> flights = new HashMap<>();

    LoopResolver(
            EventLoop loop,
            List<InetSocketAddress> servers,
            DnsLimits limits,
            Predicate<String> unresolvable,
            Transport transport,
            SharedPermits slots,
            LongSupplier nanoClock,
            LookupMeter meter) {
        this.loop = loop;
        this.servers = servers;
        this.limits = limits;
        this.unresolvable = unresolvable;
        this.slots = slots;
        this.nanoClock = nanoClock;
        this.meter = meter;
        this.cache = new AnswerCache(limits.cachedNames(), limits.maxTtl(), nanoClock);
        this.resolver = new DnsNameResolverBuilder(loop)
                .datagramChannelType(transport.datagramChannel())
                .socketChannelType(transport.socketChannel())
                // A source port per query: a forger must guess it in addition to the query's number.
                .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution)
                .nameServerProvider(new SequentialDnsServerAddressStreamProvider(servers))
                .hostsFileEntriesResolver(NO_HOSTS_FILE)
                .resolveCache(NoopDnsCache.INSTANCE)
                .cnameCache(NoopDnsCnameCache.INSTANCE)
                .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
                .searchDomains(List.of())
                .maxPayloadSize(MAX_DATAGRAM_BYTES)
                .queryTimeoutMillis(limits.queryTimeout().toMillis())
                .build();
    }

    /**
     * The callers that wait for one lookup. The slot of the first caller is held until the lookup ends, even if every
     * caller has cancelled.
     */
    private static final class Flight {
        private final SharedPermits.Slot slot;
        private final long begunNanos;
        private final List<Waiter> waiters = new ArrayList<>(1);

        Flight(SharedPermits.Slot slot, long begunNanos) {
            this.slot = slot;
            this.begunNanos = begunNanos;
        }
    }

    /** One caller that waits. */
    private static final class Waiter implements NameResolver.Pending {
        private final Consumer<Resolution> listener;
        private boolean cancelled;

        Waiter(Consumer<Resolution> listener) {
            this.listener = listener;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        void end(Resolution resolution) {
            if (!cancelled) {
                listener.accept(resolution);
            }
        }
    }

    /** Makes Netty load what its builder loads on first use, files among it, so that no event loop does. */
    static void warmUp() {
        new DnsNameResolverBuilder();
    }

    /**
     * Resolves a name. A name that is cached or already being looked up takes no slot: many callers may wait for one
     * lookup.
     */
    NameResolver.Pending resolve(SandboxId sandbox, String name, Consumer<Resolution> listener) {
        Waiter waiter = new Waiter(listener);
        Resolution known = cache.get(name);
        Flight under = flights.get(name);
        if (known != null) {
            meter.cached();
            loop.execute(() -> waiter.end(known));
        } else if (under != null) {
            under.waiters.add(waiter);
        } else {
            fly(sandbox, name, waiter);
        }
        return waiter;
    }

    void close() {
        resolver.close();
    }

    private void fly(SandboxId sandbox, String name, Waiter waiter) {
        SharedPermits.Slot slot = slots.take(sandbox);
        if (slot == null) {
            meter.refused();
            loop.execute(() -> waiter.end(new Resolution.Busy()));
            return;
        }
        Flight flight = new Flight(slot, nanoClock.getAsLong());
        flight.waiters.add(waiter);
        flights.put(name, flight);
        new NameLookup(
                        loop,
                        limits.timeout(),
                        (type, done) -> family(name, type, done),
                        result -> land(name, flight, result))
                .start();
    }

    private FamilyLookup family(String name, DnsRecordType type, Consumer<FamilyLookup.Outcome> done) {
        return new FamilyLookup(resolver, servers, name, type, unresolvable, done);
    }

    private void land(String name, Flight flight, NameLookup.Result result) {
        flights.remove(name);
        flight.slot.release();
        cache.put(name, result);
        meter.ended(result.resolution(), nanoClock.getAsLong() - flight.begunNanos);
        flight.waiters.forEach(waiter -> waiter.end(result.resolution()));
    }
}
