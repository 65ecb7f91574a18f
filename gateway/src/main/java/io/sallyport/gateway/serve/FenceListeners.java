package io.sallyport.gateway.serve;

import io.sallyport.fence.FenceSockets;
import io.sallyport.gateway.programs.FenceCallers;
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
        Callers callers = new FenceCallers(sockets.process());
        List<ListenAddress> listeners = new ArrayList<>();
        add(id, callers, ListenerProtocol.HTTP, List.of(sockets.proxy()), listeners);
        add(id, callers, ListenerProtocol.REDIRECTED, sockets.redirected(), listeners);
        add(id, callers, ListenerProtocol.TRANSPARENT, sockets.transparent(), listeners);
        add(id, callers, ListenerProtocol.DNS_TCP, sockets.dnsStreams(), listeners);
        add(id, Callers.ANYBODY, ListenerProtocol.DNS_UDP, sockets.dnsDatagrams(), listeners);
        return listeners;
    }

    /**
     * Returns the same for sockets at which connections to any address are captured.
     *
     * @param fence that they are of
     */
    public static List<ListenAddress> captured(SandboxId id, FenceSockets fence, List<ReceivedSocket> sockets) {
        List<ListenAddress> listeners = new ArrayList<>();
        add(id, new FenceCallers(fence.process()), ListenerProtocol.TRANSPARENT, sockets, listeners);
        return listeners;
    }

    private static void add(
            SandboxId id,
            Callers callers,
            ListenerProtocol protocol,
            List<ReceivedSocket> sockets,
            List<ListenAddress> listeners) {
        sockets.forEach(each -> listeners.add(ListenAddress.own(id, protocol, each, callers)));
    }
}
