package io.sallyport.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listeners of two processes in one: what one has open, the other takes over a real socket. */
class HandoverServerTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    Path folder = Path.of("");

    private final ListeningSockets first = new ListeningSockets();
    private final ListeningSockets second = new ListeningSockets();
    private final EventLoopGroup loop = Transport.best().newLoops(1, "listeners");

    @BeforeEach
    void needsEpoll() {
        assumeTrue(Transport.best() == Transport.EPOLL, "Netty's epoll is not on this machine");
    }

    @AfterEach
    void close() {
        second.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Sends {@code word} to every connection. */
    private ServerBootstrap saying(String word) {
        return new ServerBootstrap().group(loop).childHandler(new Saying(word));
    }

    private List<PassedSocket> handedOver() throws IOException {
        Path path = folder.resolve("handover.sock");
        try (HandoverServer _ = HandoverServer.start(path, first)) {
            return HandoverClient.take(path);
        }
    }

    private static InetSocketAddress address(Channel listener) {
        return (InetSocketAddress) listener.localAddress();
    }

    private static String said(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whatConnectsBetweenTheEndOfOneAndTheStartOfTheOtherIsAnswered() throws IOException {
        Channel old = first.listen(saying("old"), ANY);
        InetSocketAddress address = address(old);
        second.pass(handedOver());
        try (var socket = new Socket(address.getAddress(), address.getPort())) {
            assertThat(said(socket)).isEqualTo("old");
        }
        old.close().awaitUninterruptibly();
        try (var between = new Socket(address.getAddress(), address.getPort())) {
            Channel adopted = second.listen(saying("new"), address);
            assertThat(said(between)).isEqualTo("new");
            assertThat(address(adopted)).isEqualTo(address);
            adopted.close().awaitUninterruptibly();
        }
        assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort()).close())
                .isInstanceOf(IOException.class);
    }

    private static String said(Path socket) throws IOException {
        try (var client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aUnixSocketStaysWhereItIsAndItsFileGoesWithTheLast() throws IOException {
        Path path = folder.resolve("proxy.sock");
        var address = new UnixAddress(path, PosixFilePermissions.fromString("rw-------"));
        Channel old = first.listen(saying("old"), address);
        second.pass(handedOver());
        assertThat(said(path)).isEqualTo("old");
        old.close().awaitUninterruptibly();
        try (var between = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            var open = new UnixAddress(path, PosixFilePermissions.fromString("rw-rw----"));
            Channel adopted = second.listen(saying("new"), open);
            assertThat(Channels.newInputStream(between).readAllBytes())
                    .asString()
                    .isEqualTo("new");
            assertThat(Files.getPosixFilePermissions(path)).isEqualTo(open.mode());
            adopted.close().awaitUninterruptibly();
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void aUnixSocketIsAdoptedAtItsOwnPathAlone() throws IOException {
        Path path = folder.resolve("proxy.sock");
        Path other = folder.resolve("other.sock");
        var mode = PosixFilePermissions.fromString("rw-------");
        Channel old = first.listen(saying("old"), new UnixAddress(path, mode));
        second.pass(handedOver());
        Channel fresh = second.listen(saying("fresh"), new UnixAddress(other, mode));
        assertThat(said(other)).isEqualTo("fresh");
        second.close();
        old.close().awaitUninterruptibly();
        fresh.close().awaitUninterruptibly();
        assertThat(path).as("nobody adopted it").doesNotExist();
    }

    @Test
    void aSocketIsAdoptedOnceAndByItsAddressAlone() throws IOException {
        Channel one = first.listen(saying("one"), ANY);
        Channel two = first.listen(saying("two"), ANY);
        second.pass(handedOver());
        Channel adopted = second.listen(saying("adopted"), address(two));
        assertThatThrownBy(() -> second.listen(saying("again"), address(two)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on");
        second.close();
        one.close().awaitUninterruptibly();
        assertThatThrownBy(
                        () -> new Socket(address(one).getAddress(), address(one).getPort()).close())
                .as("nobody adopted it")
                .isInstanceOf(IOException.class);
        two.close().awaitUninterruptibly();
        adopted.close().awaitUninterruptibly();
    }

    @Test
    void aSocketOfAllAddressesIsNotTakenForOneOfThem() throws IOException {
        Channel all = first.listen(saying("all"), new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0));
        List<PassedSocket> passed = handedOver();
        second.pass(passed);
        int port = address(all).getPort();
        assertThat(passed).singleElement().satisfies(socket -> {
            assertThat(socket.isAt(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), port)))
                    .isTrue();
            assertThat(socket.isAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
                    .isFalse();
            assertThat(socket.isAt(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), port + 1)))
                    .isFalse();
        });
        all.close().awaitUninterruptibly();
    }

    @Test
    void whatIsClosedIsNotHandedOver() throws IOException {
        first.listen(saying("gone"), ANY).close().awaitUninterruptibly();
        assertThat(handedOver()).isEmpty();
        assertThat(folder.resolve("handover.sock")).doesNotExist();
    }

    @Test
    void whereNobodyHandsOverThereIsNothing() throws IOException {
        assertThat(HandoverClient.take(folder.resolve("handover.sock"))).isEmpty();
        Path left = Files.writeString(folder.resolve("left.sock"), "of a process that was killed");
        assertThat(HandoverClient.take(left)).isEmpty();
        HandoverServer.start(left, first).close();
        assertThat(HandoverServer.isPossible(folder.resolve("x".repeat(200)))).isFalse();
        assertThat(HandoverClient.take(folder.resolve("x".repeat(200)))).isEmpty();
    }

    @Test
    void whatDoesNotListenIsRefused() throws IOException {
        var datagrams = (EpollDatagramChannel) new Bootstrap()
                .group(loop)
                .channel(EpollDatagramChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .bind(ANY)
                .awaitUninterruptibly()
                .channel();
        assertThatThrownBy(() -> PassedSocket.of(datagrams.fd().intValue()))
                .isInstanceOf(IOException.class)
                .hasMessage("is no TCP or Unix socket that listens");
        datagrams.close().awaitUninterruptibly();
        FileDescriptor file =
                FileDescriptor.from(Files.createFile(folder.resolve("file")).toFile());
        assertThatThrownBy(() -> PassedSocket.of(file.intValue()))
                .isInstanceOf(IOException.class)
                .hasMessage("is no socket");
        file.close();
    }

    @ChannelHandler.Sharable
    private static final class Saying extends ChannelInboundHandlerAdapter {
        private final String word;

        Saying(String word) {
            this.word = word;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.writeAndFlush(Unpooled.copiedBuffer(word, StandardCharsets.UTF_8))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }
}
