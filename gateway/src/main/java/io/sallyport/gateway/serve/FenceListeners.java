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

/**
 * What a gateway speaks at the sockets of a fence. Whoever reaches them is the sandbox, and needs no credentials.
 * Immutable.
 */
public final class FenceListeners {
    private final SandboxId id;
    private final FenceSockets sockets;
    private final Callers callers;

    public FenceListeners(SandboxId id, FenceSockets sockets) {
        this.id = id;
        this.sockets = sockets;
        this.callers = new FenceCallers(sockets.process());
    }

    /** Returns where to listen from the start, the proxy's port first. */
    public List<ListenAddress> first() {
        List<ListenAddress> listeners = new ArrayList<>();
        add(callers, ListenerProtocol.HTTP, List.of(sockets.proxy()), listeners);
        add(callers, ListenerProtocol.REDIRECTED, sockets.redirected(), listeners);
        add(callers, ListenerProtocol.TRANSPARENT, sockets.transparent(), listeners);
        add(callers, ListenerProtocol.DNS_TCP, sockets.dnsStreams(), listeners);
        add(Callers.ANYBODY, ListenerProtocol.DNS_UDP, sockets.dnsDatagrams(), listeners);
        return listeners;
    }

    /** Returns the same for further sockets of the fence, at which connections to any address are captured. */
    public List<ListenAddress> captured(List<ReceivedSocket> further) {
        List<ListenAddress> listeners = new ArrayList<>();
        add(callers, ListenerProtocol.TRANSPARENT, further, listeners);
        return listeners;
    }

    private void add(Callers who, ListenerProtocol protocol, List<ReceivedSocket> at, List<ListenAddress> listeners) {
        at.forEach(each -> listeners.add(ListenAddress.own(id, protocol, each, who)));
    }
}
