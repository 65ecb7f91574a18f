package io.sallyport.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sockets that this process makes by system calls of its own, as another process would. */
class ReceivedSocketTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int BACKLOG = 8;

    private final ListeningSockets sockets = new ListeningSockets();
    private final EventLoopGroup loop = Transport.best().newLoops(1, "received");

    @BeforeEach
    void needsEpoll() {
        assumeTrue(Transport.best() == Transport.EPOLL, "Netty's epoll is not on this machine");
    }

    @AfterEach
    void close() {
        sockets.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static ReceivedSocket tcp() throws IOException {
        Socket socket = Socket.newSocketStream();
        socket.bind(ANY);
        socket.listen(BACKLOG);
        return received(socket);
    }

    private static ReceivedSocket udp() throws IOException {
        Socket socket = Socket.newSocketDgram();
        socket.bind(ANY);
        return received(socket);
    }

    private static ReceivedSocket received(Socket socket) {
        return new ReceivedSocket(socket.intValue(), socket.localAddress());
    }

    private ServerBootstrap greeting() {
        return new ServerBootstrap().group(loop).childHandler(new Greeting());
    }

    private static String greetingOf(InetSocketAddress address) throws IOException {
        try (var client = new java.net.Socket(address.getAddress(), address.getPort())) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void connectionsAreAcceptedFromASocketThatSomebodyElseBound() throws IOException {
        ReceivedSocket received = tcp();
        Channel listener = sockets.listen(greeting(), received);
        assertThat(greetingOf(received.address())).isEqualTo("hello");
        assertThat(sockets.descriptors())
                .as("a socket of another namespace goes to no successor")
                .isEmpty();
        listener.close().awaitUninterruptibly();
    }

    @Test
    void datagramsAreReadFromASocketThatSomebodyElseBound() throws IOException {
        ReceivedSocket received = udp();
        Channel reader = DatagramSockets.open(loop, new Echo(), received);
        assertThat(echoOf("ping", received.address())).isEqualTo("ping");
        reader.close().awaitUninterruptibly();
    }

    private static String echoOf(String text, InetSocketAddress address) throws IOException {
        byte[] sent = text.getBytes(StandardCharsets.UTF_8);
        try (var client = new DatagramSocket()) {
            client.send(new java.net.DatagramPacket(sent, sent.length, address));
            var answer = new java.net.DatagramPacket(new byte[64], 64);
            client.receive(answer);
            return new String(answer.getData(), 0, answer.getLength(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aSocketIsListenedAtOnce() throws IOException {
        ReceivedSocket received = tcp();
        Channel listener = sockets.listen(greeting(), received);
        assertThatThrownBy(() -> sockets.listen(greeting(), received))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("(received): is listened at already, or closed");
        received.close();
        assertThat(greetingOf(received.address()))
                .as("the channel owns the descriptor")
                .isEqualTo("hello");
        listener.close().awaitUninterruptibly();
    }

    @Test
    void aSocketThatNothingListensAtIsClosedByItsOwner() throws IOException {
        ReceivedSocket received = tcp();
        received.close();
        assertThatThrownBy(() -> greetingOf(received.address())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> sockets.listen(greeting(), received)).isInstanceOf(IOException.class);
    }

    @Test
    void aSocketOfTheWrongKindIsRefusedAndClosed() throws IOException {
        Socket silent = Socket.newSocketStream();
        silent.bind(ANY);
        assertThatThrownBy(() -> sockets.listen(greeting(), received(silent)))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("is no TCP socket that listens");
        assertThatThrownBy(() -> sockets.listen(greeting(), udp()))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("is no TCP socket that listens");
        ReceivedSocket tcp = tcp();
        assertThatThrownBy(() -> DatagramSockets.open(loop, new Echo(), tcp))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("is no UDP socket that is bound");
        assertThatThrownBy(() -> greetingOf(tcp.address())).as("it is closed").isInstanceOf(IOException.class);
    }

    @Test
    void eventLoopsOfTheJdkTakeNoSocket() throws IOException {
        EventLoopGroup selectors = Transport.NIO.newLoops(1, "selectors");
        var bootstrap = new ServerBootstrap().group(selectors).childHandler(new Greeting());
        assertThatThrownBy(() -> sockets.listen(bootstrap, tcp()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a socket was received, which needs Netty's epoll on Linux");
        selectors.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @ChannelHandler.Sharable
    private static final class Greeting extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(Unpooled.copiedBuffer("hello", StandardCharsets.UTF_8))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }

    private static final class Echo extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
            var _ = ctx.writeAndFlush(new DatagramPacket(packet.content().retain(), packet.sender()));
        }
    }
}
