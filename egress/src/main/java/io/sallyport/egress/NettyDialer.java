package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The dialer over Netty. It listens to nothing but its settings: no proxy variable, no hosts file, no search domain and no
 * system property of Java's own networking changes where a connection goes. Safe for concurrent use; to be closed before
 * its event loops are.
 */
public final class NettyDialer implements Dialer, AutoCloseable {
    private final DialResources means;

    private NettyDialer(DialResources means) {
        this.means = means;
    }

    /**
     * What the operator chose.
     *
     * @param nameServers asked in this order; where there are none, only aliases and address literals are dialled
     * @param roots whose certificates targets may show
     * @param tls {@code JDK} or {@code OPENSSL}
     * @param endpoints asked about names of the gateway's own alone
     */
    public record Settings(
            EgressPolicy policy,
            List<InetSocketAddress> nameServers,
            DnsLimits dnsLimits,
            DialLimits dialLimits,
            TrustRoots roots,
            SslProvider tls,
            NamedEndpoints endpoints) {
        public Settings {
            nameServers = List.copyOf(nameServers);
        }

        /** Without endpoints of the gateway's own. */
        public Settings(
                EgressPolicy policy,
                List<InetSocketAddress> nameServers,
                DnsLimits dnsLimits,
                DialLimits dialLimits,
                TrustRoots roots,
                SslProvider tls) {
            this(policy, nameServers, dnsLimits, dialLimits, roots, tls, NamedEndpoints.NONE);
        }

        /** The same with {@code endpoints}. */
        public Settings with(NamedEndpoints others) {
            return new Settings(policy, nameServers, dnsLimits, dialLimits, roots, tls, others);
        }

        /** The same with {@code others}. */
        public Settings with(DialLimits others) {
            return new Settings(policy, nameServers, dnsLimits, others, roots, tls, endpoints);
        }

        /** With the bounds that ship, and the best provider of TLS that works on this machine. */
        public static Settings of(EgressPolicy policy, List<InetSocketAddress> nameServers, TrustRoots roots) {
            return new Settings(
                    policy, nameServers, DnsLimits.DEFAULT, DialLimits.DEFAULT, roots, TargetTls.bestProvider());
        }
    }

    /**
     * A dialer for event loops of {@code transport}. May read files, so it is made off the event loops.
     *
     * @param nanoClock elapsed time: how long answers and accepted chains are remembered, and how much of a deadline is left
     */
    public static NettyDialer create(Settings settings, Transport transport, LongSupplier nanoClock) {
        DialLimits limits = settings.dialLimits();
        return new NettyDialer(new DialResources(
                settings.policy(),
                limits,
                new NameResolver(
                        settings.nameServers(), settings.dnsLimits(), GatewayNames::isOwn, transport, nanoClock),
                new SlotQueue(limits.slots()),
                transport,
                TargetTls.create(
                        settings.tls(), settings.roots(), limits.slots().total(), nanoClock),
                nanoClock,
                settings.endpoints()));
    }

    @Override
    public Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        DialAttempt attempt = new DialAttempt(means, target, loop, initial, listener);
        // Not at once, even on the loop itself: the caller holds the dial before the listener hears of its end.
        loop.execute(attempt::begin);
        return attempt;
    }

    @Override
    public void close() {
        means.resolver().close();
        means.tls().close();
    }
}
