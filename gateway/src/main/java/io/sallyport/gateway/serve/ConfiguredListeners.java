package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ListenerTls;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.UnixAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the proxy of {@code serve} listens, by its configuration. */
final class ConfiguredListeners {
    private ConfiguredListeners() {}

    /**
     * Returns all addresses of the proxy.
     *
     * @param tls what secured listeners show; null if there are none
     * @throws StartException if the path of a Unix socket is too long
     */
    static List<ListenAddress> of(Config.Proxy proxy, @Nullable ListenerTls tls) throws StartException {
        var all = new ArrayList<ListenAddress>();
        addListeners(ListenerProtocol.HTTP, proxy.listen(), proxy.ports(), all);
        addListeners(ListenerProtocol.SOCKS5, proxy.socks(), proxy.socksPorts(), all);
        Config.ProxyTls secured = proxy.tls();
        if (tls != null && secured != null) {
            secured.listen().forEach(address -> all.add(ListenAddress.secured(address, tls)));
        }
        if (proxy.transparent() != null) {
            addTransparent(proxy.transparent(), all);
        }
        if (proxy.unix() != null) {
            addUnixSockets(proxy.unix(), all);
        }
        return all.stream()
                .map(address -> address.behind(proxy.loadBalancers()))
                .toList();
    }

    private static void addTransparent(Config.Transparent transparent, List<ListenAddress> all) {
        addListeners(transparent.capture(), transparent.listen(), transparent.own(), all);
        addListeners(ListenerProtocol.DNS_TCP, transparent.dns(), transparent.dnsOwn(), all);
        addListeners(ListenerProtocol.DNS_UDP, transparent.dns(), transparent.dnsOwn(), all);
    }

    private static void addUnixSockets(Config.UnixSockets unix, List<ListenAddress> all) throws StartException {
        if (unix.path() != null) {
            all.add(ListenAddress.unix(null, unixAddress(unix.path(), unix)));
        }
        for (Map.Entry<SandboxId, Path> own : unix.own().entrySet()) {
            all.add(ListenAddress.unix(own.getKey(), unixAddress(own.getValue(), unix)));
        }
    }

    private static UnixAddress unixAddress(Path path, Config.UnixSockets unix) throws StartException {
        if (!UnixAddress.fits(path)) {
            throw new StartException(
                    "proxy.unix: " + path + " (expected: at most " + UnixAddress.MAX_PATH_BYTES + " bytes)");
        }
        return new UnixAddress(path, unix.mode());
    }

    private static void addListeners(
            ListenerProtocol protocol,
            List<InetSocketAddress> shared,
            Map<SandboxId, InetSocketAddress> ports,
            List<ListenAddress> all) {
        shared.forEach(address -> all.add(ListenAddress.shared(protocol, address)));
        ports.forEach((id, address) -> all.add(ListenAddress.own(id, protocol, address, Callers.ANYBODY)));
    }
}
