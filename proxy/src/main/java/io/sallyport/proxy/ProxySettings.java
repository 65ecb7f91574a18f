package io.sallyport.proxy;

import io.sallyport.model.HostList;
import io.sallyport.proxy.listener.ProxyLimits;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where the proxy listens and how much it bears.
 *
 * @param listen at least one address; port 0: one is chosen
 * @param withoutServerName as in {@link io.sallyport.proxy.enforce.TunnelRules}
 * @param withEncryptedHello as there
 */
public record ProxySettings(
        List<InetSocketAddress> listen, ProxyLimits limits, HostList withoutServerName, HostList withEncryptedHello) {
    public ProxySettings {
        listen = List.copyOf(listen);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen: empty (expected: at least one address)");
        }
    }

    /** No exceptions for tunnels. */
    public static ProxySettings of(List<InetSocketAddress> listen, ProxyLimits limits) {
        return new ProxySettings(listen, limits, HostList.NONE, HostList.NONE);
    }
}
