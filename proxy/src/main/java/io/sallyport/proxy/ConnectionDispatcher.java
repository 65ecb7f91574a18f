package io.sallyport.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.program.ObservedProgram;
import io.sallyport.proxy.dns.SandboxAddresses;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.NetworkEvidence;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.proxyprotocol.ProxyHeaderHandler;
import io.sallyport.proxy.relay.Worker;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.transport.CapturedConnections;
import io.sallyport.transport.ReceiveBuffers;
import io.sallyport.transport.UnixAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hands the connections of one listener to their workers, once it is known who may be coming. Shared by all event
 * loops.
 */
final class ConnectionDispatcher extends ChannelInitializer<Channel> {
    private final ListenAddress listen;
    private final SourceBlocks sources;
    private final SandboxAddresses addresses;
    private final Function<Channel, Worker> workers;

    ConnectionDispatcher(
            ListenAddress listen, SourceBlocks sources, SandboxAddresses addresses, Function<Channel, Worker> workers) {
        this.listen = listen;
        this.sources = sources;
        this.addresses = addresses;
        this.workers = workers;
    }

    @Override
    protected void initChannel(Channel channel) {
        channel.config().setRecvByteBufAllocator(new ReceiveBuffers());
        InetAddress from = address(channel);
        if (from != null && isProxy(IpAddress.of(from))) {
            channel.pipeline().addLast(new ProxyHeaderHandler());
        }
        ListenerTls tls = listen.tls();
        if (tls != null) {
            channel.pipeline().addLast(Channels.ENTRY, tls.newHandler(channel.alloc()));
        }
        SandboxId owner = listen.owner();
        if (owner == null || listen.address() instanceof UnixAddress) {
            workers.apply(channel).accept(channel, peer(channel, owner));
        } else {
            ask(channel, owner);
        }
    }

    /** Nothing is read from the connection until the answer is there. */
    private void ask(Channel channel, SandboxId owner) {
        channel.config().setAutoRead(false);
        var caller = (InetSocketAddress) channel.remoteAddress();
        CompletionStage<Optional<ObservedProgram>> program =
                listen.callers().program(asked(channel), caller).exceptionally(_ -> Optional.empty());
        listen.callers()
                .mayCome((InetSocketAddress) channel.localAddress(), caller)
                .exceptionally(_ -> false)
                .thenCombine(
                        program,
                        (may, opener) -> peer(channel, may ? owner : null).of(opener.orElse(null)))
                .thenAccept(peer -> channel.eventLoop().execute(() -> enter(channel, peer)));
    }

    /** Where the caller's own socket leads to. */
    private InetSocketAddress asked(Channel channel) {
        return listen.protocol() == ListenerProtocol.REDIRECTED
                ? CapturedConnections.destination(channel)
                : (InetSocketAddress) channel.localAddress();
    }

    private boolean isProxy(IpAddress from) {
        return listen.proxies().stream().anyMatch(block -> block.contains(from));
    }

    private Peer peer(Channel channel, @Nullable SandboxId owner) {
        var peer = new Peer(owner, address(channel), listen.protocol(), ClientCertificate.NONE);
        return switch (listen.protocol()) {
            case HTTP, SOCKS5, DNS_TCP, DNS_UDP -> peer;
            case TRANSPARENT, TPROXY -> captured(peer, (InetSocketAddress) channel.localAddress());
            case REDIRECTED -> captured(peer, asked(channel));
        };
    }

    /** A name is only known of addresses that the very sandbox was given. */
    private Peer captured(Peer peer, InetSocketAddress destination) {
        SandboxId sandbox = new NetworkEvidence(peer.portOf(), sources).sandbox(peer.address());
        return peer.to(addresses.asked(sandbox, destination));
    }

    /** Null where the connection is gone already, and on a Unix socket. */
    private static @Nullable InetAddress address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress peer ? peer.getAddress() : null;
    }

    private void enter(Channel channel, Peer peer) {
        if (channel.isActive()) {
            workers.apply(channel).accept(channel, peer);
            channel.config().setAutoRead(true);
        }
    }
}
