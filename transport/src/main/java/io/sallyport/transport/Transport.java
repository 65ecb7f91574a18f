package io.sallyport.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The channel types that belong to a kind of event loop; both ends of an exchange use the same. */
public enum Transport {
    /** Linux epoll; used if its native library is present. */
    EPOLL(
            EpollServerSocketChannel.class,
            EpollSocketChannel.class,
            EpollDatagramChannel.class,
            EpollServerDomainSocketChannel.class),
    /** The JDK's selectors; works everywhere. */
    NIO(
            NioServerSocketChannel.class,
            NioSocketChannel.class,
            NioDatagramChannel.class,
            NioServerDomainSocketChannel.class);

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> socketChannel;
    private final Class<? extends DatagramChannel> datagramChannel;
    private final Class<? extends ServerChannel> unixServerChannel;

    Transport(
            Class<? extends ServerSocketChannel> serverChannel,
            Class<? extends SocketChannel> socketChannel,
            Class<? extends DatagramChannel> datagramChannel,
            Class<? extends ServerChannel> unixServerChannel) {
        this.serverChannel = serverChannel;
        this.socketChannel = socketChannel;
        this.datagramChannel = datagramChannel;
        this.unixServerChannel = unixServerChannel;
    }

    /** Returns the best transport that works on this machine. */
    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** Returns the transport of {@code loops}, which must come from {@link #newLoops} or use the JDK's selectors. */
    public static Transport of(EventLoopGroup loops) {
        boolean epoll = loops instanceof IoEventLoopGroup io && io.isIoType(LastingEpoll.class);
        return epoll ? EPOLL : NIO;
    }

    /** Creates event loops with one thread each, named {@code NAME-1-1} and so on; the caller shuts them down. */
    public EventLoopGroup newLoops(int threads, String name) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), handlers());
    }

    private IoHandlerFactory handlers() {
        return switch (this) {
            case EPOLL -> LastingEpoll.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    public Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    public Class<? extends SocketChannel> socketChannel() {
        return socketChannel;
    }

    Class<? extends ServerChannel> unixServerChannel() {
        return unixServerChannel;
    }

    public Class<? extends DatagramChannel> datagramChannel() {
        return datagramChannel;
    }
}
