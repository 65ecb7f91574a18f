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
import io.sallyport.egress.share.Slots;
import io.sallyport.egress.transport.Transport;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The resolver of one event loop: its cache, and its lookups under way, one for each name. Confined to that loop. */
final class LoopResolver {
    /** What fits into one datagram everywhere (DNS Flag Day 2020); longer answers come over TCP. */
    private static final int MAX_DATAGRAM_BYTES = 1232;

    /** Nothing on this machine but the name servers says where a name is; aliases are the operator's setting. */
    private static final HostsFileEntriesResolver NO_HOSTS_FILE = (name, types) -> null;

    private final EventLoop loop;
    private final List<InetSocketAddress> servers;
    private final DnsLimits limits;
    private final Predicate<String> unresolvable;
    private final DnsNameResolver resolver;
    private final AnswerCache cache;
    private final Map<String, Flight> flights = new HashMap<>();

    LoopResolver(
            EventLoop loop,
            List<InetSocketAddress> servers,
            DnsLimits limits,
            Predicate<String> unresolvable,
            Transport transport,
            LongSupplier nanoClock) {
        this.loop = loop;
        this.servers = servers;
        this.limits = limits;
        this.unresolvable = unresolvable;
        this.cache = new AnswerCache(limits.cachedNames(), limits.maxTtl(), nanoClock);
        this.resolver = new DnsNameResolverBuilder(loop)
                .datagramChannelType(transport.datagramChannel())
                .socketChannelType(transport.socketChannel())
                // A source port for each query: a forger must guess it beside the query's number.
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

    /** Those who wait for one lookup. Its first asker's slot is taken until it ends, even if nobody waits any more. */
    private static final class Flight {
        final List<Waiter> waiters = new ArrayList<>(1);
    }

    /** One who waits. */
    private static final class Waiter implements NameResolver.Pending {
        private final Slots.Slot slot;
        private final Consumer<Resolution> listener;
        private final boolean first;
        private boolean cancelled;

        Waiter(Slots.Slot slot, Consumer<Resolution> listener, boolean first) {
            this.slot = slot;
            this.listener = listener;
            this.first = first;
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (!first) {
                slot.release();
            }
        }

        void end(Resolution resolution) {
            slot.release();
            if (!cancelled) {
                listener.accept(resolution);
            }
        }
    }

    /** Has Netty read what its builder reads at first use, files among it, so that no event loop does. */
    static void warmUp() {
        new DnsNameResolverBuilder();
    }

    NameResolver.Pending resolve(String name, Slots.Slot slot, Consumer<Resolution> listener) {
        Resolution known = cache.get(name);
        Flight under = flights.get(name);
        Waiter waiter = new Waiter(slot, listener, under == null);
        if (known != null) {
            loop.execute(() -> waiter.end(known));
        } else if (under != null) {
            under.waiters.add(waiter);
        } else {
            fly(name, waiter);
        }
        return waiter;
    }

    void close() {
        resolver.close();
    }

    private void fly(String name, Waiter waiter) {
        Flight flight = new Flight();
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
        cache.put(name, result);
        flight.waiters.forEach(waiter -> waiter.end(result.resolution()));
    }
}
