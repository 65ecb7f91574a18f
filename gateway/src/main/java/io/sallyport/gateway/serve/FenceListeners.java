package io.sallyport.gateway.serve;

import io.sallyport.fence.FenceSockets;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.transport.ReceivedSocket;
import java.util.ArrayList;
import java.util.List;

/** What a gateway speaks at the sockets of a fence. Whoever reaches them is the sandbox, and needs no credentials. */
public final class FenceListeners {
    private FenceListeners() {}

    /** Returns where to listen, the proxy's port first. */
    public static List<ListenAddress> of(SandboxId id, FenceSockets sockets) {
        List<ListenAddress> listeners = new ArrayList<>();
        add(id, ListenerProtocol.HTTP, List.of(sockets.proxy()), listeners);
        add(id, ListenerProtocol.REDIRECTED, sockets.redirected(), listeners);
        add(id, ListenerProtocol.TRANSPARENT, sockets.transparent(), listeners);
        add(id, ListenerProtocol.DNS_TCP, sockets.dnsStreams(), listeners);
        add(id, ListenerProtocol.DNS_UDP, sockets.dnsDatagrams(), listeners);
        return listeners;
    }

    /** Returns the same for sockets at which connections to any address are captured. */
    public static List<ListenAddress> captured(SandboxId id, List<ReceivedSocket> sockets) {
        List<ListenAddress> listeners = new ArrayList<>();
        add(id, ListenerProtocol.TRANSPARENT, sockets, listeners);
        return listeners;
    }

    private static void add(
            SandboxId id, ListenerProtocol protocol, List<ReceivedSocket> sockets, List<ListenAddress> listeners) {
        sockets.forEach(each -> listeners.add(ListenAddress.own(id, protocol, each, Callers.ANYBODY)));
    }
}
