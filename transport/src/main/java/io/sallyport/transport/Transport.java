package io.sallyport.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The kinds of channels that go together with a kind of event loop; both sides of an exchange use the same. */
public enum Transport {
    /** Linux' own, where its native library is there. */
    EPOLL(EpollServerSocketChannel.class, EpollSocketChannel.class, EpollDatagramChannel.class),
    /** The JDK's, everywhere. */
    NIO(NioServerSocketChannel.class, NioSocketChannel.class, NioDatagramChannel.class);

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> socketChannel;
    private final Class<? extends DatagramChannel> datagramChannel;

    Transport(
            Class<? extends ServerSocketChannel> serverChannel,
            Class<? extends SocketChannel> socketChannel,
            Class<? extends DatagramChannel> datagramChannel) {
        this.serverChannel = serverChannel;
        this.socketChannel = socketChannel;
        this.datagramChannel = datagramChannel;
    }

    /** The best that works on this machine. */
    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** What goes together with {@code loops}, which come from {@link #newLoops} or run on the JDK's selectors. */
    public static Transport of(EventLoopGroup loops) {
        boolean epoll = loops instanceof IoEventLoopGroup io && io.isIoType(LastingEpoll.class);
        return epoll ? EPOLL : NIO;
    }

    /** New event loops, one thread each, named {@code NAME-1-1} and so on; the caller shuts them down. */
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

    public Class<? extends DatagramChannel> datagramChannel() {
        return datagramChannel;
    }
}
