package io.sallyport.proxy;

import io.sallyport.model.SandboxId;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address to listen on, and whose it is.
 *
 * @param address port 0: one is chosen
 * @param protocol that clients speak to it
 * @param owner the one sandbox that this port is for, or null: all share it
 * @param callers who speaks for the owner by coming through it
 * @param tls under which that protocol is spoken there, or null: in the clear
 */
public record ListenAddress(
        InetSocketAddress address,
        ListenerProtocol protocol,
        @Nullable SandboxId owner,
        Callers callers,
        @Nullable ListenerTls tls) {
    /** For all sandboxes: requests say by themselves whose they are. */
    public static ListenAddress shared(ListenerProtocol protocol, InetSocketAddress address) {
        return new ListenAddress(address, protocol, null, Callers.ANYBODY, null);
    }

    /** For one sandbox. */
    public static ListenAddress own(
            SandboxId owner, ListenerProtocol protocol, InetSocketAddress address, Callers callers) {
        return new ListenAddress(address, protocol, owner, callers, null);
    }

    /** For all sandboxes, by HTTP under TLS. */
    public static ListenAddress secured(InetSocketAddress address, ListenerTls tls) {
        return new ListenAddress(address, ListenerProtocol.HTTP, null, Callers.ANYBODY, tls);
    }
}
