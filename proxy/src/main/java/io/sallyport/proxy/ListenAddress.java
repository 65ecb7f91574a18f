package io.sallyport.proxy;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.UnixAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address to listen on, and whose it is.
 *
 * @param address an {@link InetSocketAddress}, where for port 0 one is chosen, a {@link UnixAddress}, or a {@link
 *     ReceivedSocket}
 * @param protocol that clients speak to it
 * @param owner the one sandbox that this port is for, or null: all share it
 * @param callers who speaks for the owner by coming through it
 * @param tls under which that protocol is spoken there, or null: in the clear
 * @param proxies peers whose connections begin with a header of the PROXY protocol; nobody else's may
 */
public record ListenAddress(
        SocketAddress address,
        ListenerProtocol protocol,
        @Nullable SandboxId owner,
        Callers callers,
        @Nullable ListenerTls tls,
        List<Cidr> proxies) {
    public ListenAddress {
        proxies = List.copyOf(proxies);
    }

    /** For all sandboxes: requests say by themselves whose they are, or the address that they come from does. */
    public static ListenAddress shared(ListenerProtocol protocol, InetSocketAddress address) {
        return new ListenAddress(address, protocol, null, Callers.ANYBODY, null, List.of());
    }

    /** For one sandbox. */
    public static ListenAddress own(
            SandboxId owner, ListenerProtocol protocol, SocketAddress address, Callers callers) {
        return new ListenAddress(address, protocol, owner, callers, null, List.of());
    }

    /** For all sandboxes, by HTTP under TLS. */
    public static ListenAddress secured(InetSocketAddress address, ListenerTls tls) {
        return new ListenAddress(address, ListenerProtocol.HTTP, null, Callers.ANYBODY, tls, List.of());
    }

    /** On a Unix socket, by HTTP, for all sandboxes, or for one. */
    public static ListenAddress unix(@Nullable SandboxId owner, UnixAddress address) {
        return new ListenAddress(address, ListenerProtocol.HTTP, owner, Callers.ANYBODY, null, List.of());
    }

    /** The same behind load balancers. */
    public ListenAddress behind(List<Cidr> loadBalancers) {
        return new ListenAddress(address, protocol, owner, callers, tls, loadBalancers);
    }
}
