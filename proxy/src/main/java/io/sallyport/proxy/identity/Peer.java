package io.sallyport.proxy.identity;

import io.sallyport.audit.ConnectionSource;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.program.ObservedProgram;
import io.sallyport.proxy.listener.ListenerProtocol;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a connection before anything is read from it.
 *
 * @param portOf the sandbox whose own port it arrived on, from a caller that may speak for it; null: it says nothing
 * @param address that it comes from; null where that is not known
 * @param protocol that is spoken where it arrived
 * @param certificate that it showed, where it arrived on a listener for TLS
 * @param balancer the address of the load balancer that said where it comes from; null: it came itself
 * @param program that opened it, where it arrived from a fence; null: not known
 * @param destination where the program wanted to connect to, on a transparent listener; null on others
 */
public record Peer(
        @Nullable SandboxId portOf,
        @Nullable InetAddress address,
        ListenerProtocol protocol,
        ClientCertificate certificate,
        @Nullable InetAddress balancer,
        @Nullable ObservedProgram program,
        @Nullable CanonicalAuthority destination) {
    /** Anybody, from anywhere, on a listener for HTTP that all share. */
    public static final Peer ANYBODY = new Peer(null, null, ListenerProtocol.HTTP, ClientCertificate.NONE);

    /** One that came itself. */
    public Peer(
            @Nullable SandboxId portOf,
            @Nullable InetAddress address,
            ListenerProtocol protocol,
            ClientCertificate certificate) {
        this(portOf, address, protocol, certificate, null, null, null);
    }

    /** The same after a handshake in which it showed that. */
    public Peer with(ClientCertificate shown) {
        return new Peer(portOf, address, protocol, shown, balancer, program, destination);
    }

    /** The same, come from there as a load balancer says. */
    public Peer from(InetAddress source) {
        return new Peer(portOf, source, protocol, certificate, address, program, destination);
    }

    /** The same, captured on its way to {@code where}. */
    public Peer to(CanonicalAuthority where) {
        return new Peer(portOf, address, protocol, certificate, balancer, program, where);
    }

    /** The same, opened by that. */
    public Peer of(@Nullable ObservedProgram opener) {
        return new Peer(portOf, address, protocol, certificate, balancer, opener, destination);
    }

    /**
     * Returns what records say of it: what a load balancer said, the program, and the address of a peer that is
     * otherwise unknown; null: nothing.
     *
     * @param isIdentified whether the sandbox is known
     */
    public @Nullable ConnectionSource source(boolean isIdentified) {
        String from = address == null ? null : address.getHostAddress();
        String client = balancer == null ? null : from;
        String near = balancer != null ? balancer.getHostAddress() : isIdentified ? null : from;
        return near == null && program == null ? null : new ConnectionSource(client, near, program);
    }

    /** Whether the connection itself says which sandbox this is, so that its requests need not. */
    public boolean isNamed() {
        return portOf != null || isCaptured() || !(certificate instanceof ClientCertificate.None);
    }

    /** Whether the client knows of no proxy, to which it could show credentials. */
    public boolean isCaptured() {
        return destination != null;
    }

    /** Whether nothing but a CONNECT can be asked for there. */
    public boolean isForConnectOnly() {
        return protocol == ListenerProtocol.SOCKS5;
    }
}
