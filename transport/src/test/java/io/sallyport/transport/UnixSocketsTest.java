package io.sallyport.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What may be at the path of a Unix socket before the gateway listens there, and what is there afterwards. */
@ParameterizedClass
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, which the test sees
@EnumSource(Transport.class)
class UnixSocketsTest {
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");

    private final EventLoopGroup loops;
    private final ListeningSockets sockets = new ListeningSockets();
    private final Path folder;
    private final Path path;

    UnixSocketsTest(Transport transport, @TempDir Path folder) {
        this.loops = transport.newLoops(1, "unix-test");
        this.folder = folder;
        this.path = folder.resolve("proxy.sock");
    }

    @AfterEach
    void end() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private Channel listen() throws IOException {
        return listen(path, PRIVATE);
    }

    private Channel listen(Path at, Set<PosixFilePermission> mode) throws IOException {
        var bootstrap = new ServerBootstrap()
                .group(loops)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object message) {
                        ctx.writeAndFlush(message);
                    }

                    @Override
                    public boolean isSharable() {
                        return true;
                    }
                });
        return sockets.listen(bootstrap, new UnixAddress(at, mode));
    }

    private ServerSocketChannel other() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path), 1);
    }

    private void refuses(String why) {
        assertThatThrownBy(this::listen).isInstanceOf(IOException.class).hasMessageContaining(why);
    }

    @Test
    void servesUnderItsModeAndLeavesNoFile() throws Exception {
        Channel listener = listen(path, PosixFilePermissions.fromString("rw-rw----"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-rw----");
        try (var client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            client.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            client.shutdownOutput();
            ByteBuffer back = ByteBuffer.allocate(3);
            while (back.hasRemaining() && client.read(back) >= 0) {}
            assertThat(back.array()).containsExactly(1, 2, 3);
        }
        listener.close().syncUninterruptibly();
        assertThat(path).doesNotExist();
    }

    @Test
    void takesThePlaceOfASocketThatAnEndedProcessLeft() throws Exception {
        other().close();
        assertThat(path).exists();

        Channel listener = listen();

        SocketChannel.open(UnixDomainSocketAddress.of(path)).close();
        listener.close().syncUninterruptibly();
    }

    @Test
    void leavesAloneASocketThatIsListenedOnEvenWithAFullQueue() throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocketChannel other = other()) {
            refuses("another process listens there");
            for (int i = 0; i < 8; i++) {
                SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
                one.configureBlocking(false);
                waiting.add(one);
                connect(one);
            }
            refuses("another process listens there");
            assertThat(other.isOpen()).isTrue();
            assertThat(path).exists();
        } finally {
            for (SocketChannel one : waiting) {
                one.close();
            }
        }
    }

    private void connect(SocketChannel one) {
        try {
            one.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException _) {
            // the queue is full, which is what is wanted
        }
    }

    @Test
    void leavesAloneWhatIsNoSocket() throws Exception {
        Files.writeString(path, "precious");
        refuses("is there already, and is no socket");
        assertThat(path).hasContent("precious");

        Path precious = Files.move(path, folder.resolve("precious"));
        Files.createSymbolicLink(path, precious);
        refuses("is there already, and is no socket");
        assertThat(precious).hasContent("precious");
        assertThat(Files.isSymbolicLink(path)).isTrue();
    }

    @Test
    void followsNoLinkToAnotherSocket() throws Exception {
        Path elsewhere = folder.resolve("elsewhere.sock");
        try (ServerSocketChannel _ =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(elsewhere))) {
            Files.createSymbolicLink(path, elsewhere);
            refuses("is there already, and is no socket");
            assertThat(Files.exists(elsewhere, LinkOption.NOFOLLOW_LINKS)).isTrue();
        }
    }

    @Test
    void refusesAFolderWhereOthersCouldPutASocketInItsPlace() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        refuses("others may write there");
        Files.setAttribute(folder, "unix:mode", 01777);

        listen().close().syncUninterruptibly();
    }

    @Test
    void refusesAPathThatNoSocketCanHave() {
        Path tooLong = folder.resolve("x".repeat(UnixAddress.MAX_PATH_BYTES));

        assertThatThrownBy(() -> new UnixAddress(tooLong, PRIVATE)).isInstanceOf(IllegalArgumentException.class);
    }
}
