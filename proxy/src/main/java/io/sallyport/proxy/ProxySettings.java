package io.sallyport.proxy;

import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.dns.DnsSettings;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.telemetry.Observation;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where the proxy listens and how much it bears.
 *
 * @param listen at least one
 * @param sources whose addresses say which sandbox it is
 * @param exceptions what the operator lifts for which hosts
 * @param servers those that sandboxes may call
 * @param credentials those of sandboxes, beside those of their servers
 * @param endpoints what answers them by itself under the gateway's own names
 * @param dns the bounds of what DNS listeners answer
 * @param findings which secrets it looks for in what leaves
 * @param via by which name the proxy stands in what it sends on
 * @param asks the requests that wait for a person
 * @param observation who observes it
 */
public record ProxySettings(
        List<ListenAddress> listen,
        ProxyLimits limits,
        SourceBlocks sources,
        HostExceptions exceptions,
        ApiServers servers,
        SandboxKeys credentials,
        OwnEndpoints endpoints,
        DnsSettings dns,
        FindingPolicy findings,
        ViaName via,
        HeldRequests asks,
        Observation observation) {
    public ProxySettings {
        listen = List.copyOf(listen);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen: empty (expected: at least one address)");
        }
    }

    /** Settings of a proxy that nobody observes. */
    public ProxySettings(
            List<ListenAddress> listen,
            ProxyLimits limits,
            SourceBlocks sources,
            HostExceptions exceptions,
            ApiServers servers,
            SandboxKeys credentials,
            OwnEndpoints endpoints,
            DnsSettings dns,
            FindingPolicy findings,
            ViaName via,
            HeldRequests asks) {
        this(
                listen,
                limits,
                sources,
                exceptions,
                servers,
                credentials,
                endpoints,
                dns,
                findings,
                via,
                asks,
                Observation.none());
    }

    /** All listeners shared and for HTTP, no exceptions for tunnels, a name that is not random. */
    public static ProxySettings of(List<InetSocketAddress> listen, ProxyLimits limits) {
        return new ProxySettings(
                listen.stream()
                        .map(address -> ListenAddress.shared(ListenerProtocol.HTTP, address))
                        .toList(),
                limits,
                SourceBlocks.NONE,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                DnsSettings.DEFAULT,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none());
    }
}
