package io.sallyport.proxy;

import io.sallyport.proxy.listener.ProxyLimits;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where the proxy listens and how much it bears.
 *
 * @param listen at least one address; port 0: one is chosen
 */
public record ProxySettings(List<InetSocketAddress> listen, ProxyLimits limits) {
    public ProxySettings {
        listen = List.copyOf(listen);
        if (listen.isEmpty()) {
            throw new IllegalArgumentException("listen: empty (expected: at least one address)");
        }
    }
}
