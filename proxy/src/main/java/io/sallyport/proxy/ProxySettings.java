package io.sallyport.proxy;

import io.sallyport.model.HostList;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.enforce.OwnFetches;
import io.sallyport.proxy.listener.ProxyLimits;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where the proxy listens and how much it bears.
 *
 * @param listen at least one
 * @param withoutServerName as in {@link io.sallyport.proxy.enforce.TunnelRules}
 * @param withEncryptedHello as there
 * @param servers those that sandboxes may call
 * @param fetches what answers them at {@code /fetch}
 */
public record ProxySettings(
        List<Listen> listen,
        ProxyLimits limits,
        HostList withoutServerName,
        HostList withEncryptedHello,
        ApiServers servers,
        OwnFetches fetches) {
    public ProxySettings {
        listen = List.copyOf(listen);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen: empty (expected: at least one address)");
        }
    }

    /** All listeners shared, no exceptions for tunnels. */
    public static ProxySettings of(List<InetSocketAddress> listen, ProxyLimits limits) {
        return new ProxySettings(
                listen.stream().map(Listen::shared).toList(),
                limits,
                HostList.NONE,
                HostList.NONE,
                ApiServers.NONE,
                OwnFetches.NONE);
    }
}
