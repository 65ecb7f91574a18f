package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslProvider;
import io.sallyport.egress.dns.DnsLimits;
import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.egress.tls.TargetTls;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A dialer that uses Netty. Only its settings decide where a connection goes: it ignores proxy variables, the hosts
 * file, search domains and the system properties of Java networking. Safe for concurrent use. Must be closed before its
 * event loops.
 */
public final class NettyDialer implements Dialer, AutoCloseable {
    private final DialResources means;

    private NettyDialer(DialResources means) {
        this.means = means;
    }

    /**
     * The settings that the operator chooses.
     *
     * @param nameServers queried in this order; if empty, only aliases and address literals are dialled
     * @param roots the certificate authorities that targets may chain to
     * @param tls {@code JDK} or {@code OPENSSL}
     * @param endpoints consulted for the gateway's own names only
     * @param proxy what connections to targets lead through, or null
     * @param meter counts the dials
     */
    public record Settings(
            EgressPolicy policy,
            List<InetSocketAddress> nameServers,
            DnsLimits dnsLimits,
            DialLimits dialLimits,
            TrustRoots roots,
            SslProvider tls,
            NamedEndpoints endpoints,
            @Nullable UpstreamProxy proxy,
            DialMeter meter) {
        public Settings {
            nameServers = List.copyOf(nameServers);
        }

        /** Creates settings without endpoints of the gateway's own and without an upstream proxy. */
        public Settings(
                EgressPolicy policy,
                List<InetSocketAddress> nameServers,
                DnsLimits dnsLimits,
                DialLimits dialLimits,
                TrustRoots roots,
                SslProvider tls) {
            this(policy, nameServers, dnsLimits, dialLimits, roots, tls, NamedEndpoints.NONE, null, DialMeter.unread());
        }

        /** Returns a copy with {@code others} as the endpoints. */
        public Settings with(NamedEndpoints others) {
            return new Settings(policy, nameServers, dnsLimits, dialLimits, roots, tls, others, proxy, meter);
        }

        /** Returns a copy with {@code others} as the limits of dialling. */
        public Settings with(DialLimits others) {
            return new Settings(policy, nameServers, dnsLimits, others, roots, tls, endpoints, proxy, meter);
        }

        /** Returns a copy whose connections lead through {@code other}, or to the targets themselves if null. */
        public Settings through(@Nullable UpstreamProxy other) {
            return new Settings(policy, nameServers, dnsLimits, dialLimits, roots, tls, endpoints, other, meter);
        }

        /** Returns a copy whose dials {@code other} counts. */
        public Settings countedBy(DialMeter other) {
            return new Settings(policy, nameServers, dnsLimits, dialLimits, roots, tls, endpoints, proxy, other);
        }

        /** Returns settings with the default limits and the best TLS provider that works on this machine. */
        public static Settings of(EgressPolicy policy, List<InetSocketAddress> nameServers, TrustRoots roots) {
            return new Settings(
                    policy, nameServers, DnsLimits.DEFAULT, DialLimits.DEFAULT, roots, TargetTls.bestProvider());
        }
    }

    /**
     * Creates a dialer for event loops of {@code transport}. May read files, so do not call it on an event loop.
     *
     * @param nanoClock elapsed time; decides how long answers and accepted chains are remembered and how much of a
     *     deadline is left
     */
    public static NettyDialer create(Settings settings, Transport transport, LongSupplier nanoClock) {
        DialLimits limits = settings.dialLimits();
        return new NettyDialer(new DialResources(
                settings.policy(),
                limits,
                new NameResolver(
                        settings.nameServers(),
                        settings.dnsLimits(),
                        GatewayNames::isOwn,
                        transport,
                        nanoClock,
                        settings.meter().lookups()),
                new SlotQueue(limits.slots()),
                transport,
                TargetTls.create(
                        settings.tls(), settings.roots(), limits.slots().total(), nanoClock),
                nanoClock,
                settings.endpoints(),
                settings.proxy(),
                settings.meter()));
    }

    /**
     * Returns an identity for targets of this dialer, or of one with the same settings of TLS. Do not call it on an
     * event loop.
     *
     * @param chain the certificate of {@code key} first, then those of its issuers
     * @throws SSLException if the provider of TLS does not take them
     */
    public ClientIdentity identity(List<X509Certificate> chain, PrivateKey key) throws SSLException {
        return means.tls().identity(chain, key);
    }

    @Override
    public Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        DialAttempt attempt = new DialAttempt(means, target, loop, initial, listener);
        // Not run at once, even on the loop itself: the caller must have the dial before the listener is called.
        loop.execute(attempt::begin);
        return attempt;
    }

    @Override
    public void close() {
        means.resolver().close();
        means.tls().close();
    }
}
