package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.egress.DialLimits;
import io.sallyport.egress.DialMeter;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NamedEndpoints;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.dns.NameServers;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.egress.upstream.UpstreamCredentials;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the dialer that the configuration describes. */
public final class Dialers {
    private static final Logger LOG = LoggerFactory.getLogger(Dialers.class);

    private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1/128");

    private Dialers() {}

    /** Creates a dialer for event loops of {@code transport}; the caller closes it. Reads files. */
    public static NettyDialer of(Config.Egress egress, OwnListeners own, Transport transport) throws StartException {
        return of(policy(egress, own), egress, DialLimits.DEFAULT, transport, NamedEndpoints.NONE, DialMeter.unread());
    }

    /** Creates a dialer for what the operator names, which may be on this machine, such as a Vault agent. */
    static NettyDialer ofOperator(Config.Egress egress, OwnListeners own, Transport transport) throws StartException {
        var addresses = new ArrayList<>(egress.allowAddresses());
        addresses.addAll(LOOPBACK);
        var reaching =
                new Config.Egress(egress.dnsServers(), egress.hosts(), addresses, egress.trust(), egress.proxy());
        return of(reaching, own, transport);
    }

    /** Creates a dialer with a parsed policy, other limits, and the gateway's own names that lead to this machine. */
    static NettyDialer of(
            EgressPolicy policy,
            Config.Egress egress,
            DialLimits limits,
            Transport transport,
            NamedEndpoints endpoints,
            DialMeter meter)
            throws StartException {
        return NettyDialer.create(
                NettyDialer.Settings.of(policy, nameServers(egress), roots(egress))
                        .with(limits)
                        .with(endpoints)
                        .countedBy(meter)
                        .through(proxy(egress.proxy())),
                transport,
                System::nanoTime);
    }

    /** Returns the addresses that the configuration permits a dialer to reach. */
    public static EgressPolicy policy(Config.Egress egress, OwnListeners own) throws StartException {
        return switch (EgressPolicy.parse(egress.hosts(), egress.allowAddresses(), own)) {
            case EgressPolicy.Rejected(var problems) ->
                throw new StartException(problems.stream().map(Object::toString).collect(Collectors.joining("; ")));
            case EgressPolicy.Accepted(var policy) -> policy;
        };
    }

    private static @Nullable UpstreamProxy proxy(Config.@Nullable UpstreamProxy configured) throws StartException {
        return configured == null
                ? null
                : new UpstreamProxy(
                        configured.at().host(),
                        configured.at().port(),
                        configured.tls(),
                        credentials(configured.username(), configured.passwordFile()),
                        configured.sendsNames(),
                        configured.directHosts(),
                        configured.directBlocks());
    }

    private static @Nullable UpstreamCredentials credentials(@Nullable String username, @Nullable Path passwordFile)
            throws StartException {
        if (username == null || passwordFile == null) {
            return null;
        }
        String place = "egress.upstream_proxy.password_file: " + passwordFile;
        try {
            return UpstreamCredentials.basic(
                    username, Files.readString(passwordFile).stripTrailing());
        } catch (IOException e) {
            throw new StartException(place + ": cannot be read: " + e, e);
        } catch (IllegalArgumentException _) {
            throw new StartException(place + ": more than one line, or a control character in it or in the user name");
        }
    }

    private static TrustRoots roots(Config.Egress egress) throws StartException {
        return switch (TrustRoots.read(egress.trust())) {
            case TrustRoots.Accepted(var roots) -> roots;
            case TrustRoots.Rejected(var file, var why) ->
                throw new StartException((egress.trust().contains(file) ? "egress.trust: " : "") + file + ": " + why);
        };
    }

    private static List<InetSocketAddress> nameServers(Config.Egress egress) {
        if (!egress.dnsServers().isEmpty()) {
            return egress.dnsServers();
        }
        return switch (NameServers.ofSystem()) {
            case NameServers.Accepted(var servers) -> servers;
            case NameServers.Rejected(var entry, var why) -> {
                LOG.warn("no name server: {}: {}; only egress.hosts and addresses are dialled", entry, why);
                yield List.of();
            }
        };
    }
}
