package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The program's own attempts to get out (program/attempts.go), in namespaces where nothing leads out. */
class WaysOutTest {
    /** Runs the program at $1 under the name by which it tries the ways out. */
    private static final String TRY = "exec -a sallyport-attempts \"$@\"";

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void everyWayOutIsClosed(TestUser user) throws Exception {
        require("bash");
        try (FencedCommand tried = tries(user)) {
            assertThat(tried.await()).as(tried.output()).isZero();
            assertThat(tried.output().lines()).hasSizeGreaterThan(55).allMatch(line -> line.startsWith("closed "));
        }
    }

    /** Namespaces alone leave many open, and the attempts find them: they can fail. */
    @Test
    void withoutTheFiltersAndTheLossOfRightsWaysAreFoundOpen() throws Exception {
        require("bash");
        Path program = FenceProgram.extract(folder);
        Process tried = new ProcessBuilder(
                        require("unshare").toString(), "-rn", "bash", "-c", TRY, "-", String.valueOf(program))
                .redirectErrorStream(true)
                .start();
        String output = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tried.waitFor()).as(output).isEqualTo(1);
        assertThat(output.lines())
                .contains(
                        "open a raw socket",
                        "open a packet socket",
                        "open another user namespace",
                        "open another user namespace, by clone3",
                        "open input for the shell outside",
                        "open a capability",
                        "open rights of a program's file",
                        "open system calls without a filter",
                        "open processes outside");
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void whatListensOnTheHostIsOutOfReach(TestUser user) throws Exception {
        require("bash");
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "abstract");
        String name = "sallyport-test-" + ProcessHandle.current().pid();
        try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                FencedCommand tried = tries(user, "127.0.0.1:" + tcp.getLocalPort(), "@" + name)) {
            Channel unix = listen(loop, "\0" + name);
            assertThat(tried.await()).as(tried.output()).isZero();
            assertThat(tried.output())
                    .contains("closed a listener outside: 127.0.0.1:" + tcp.getLocalPort())
                    .contains("closed a listener outside: @" + name);
            unix.close().awaitUninterruptibly();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private static Channel listen(EventLoopGroup loop, String name) {
        return new ServerBootstrap()
                .group(loop)
                .channel(EpollServerDomainSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(new DomainSocketAddress(name))
                .syncUninterruptibly()
                .channel();
    }

    private FencedCommand tries(TestUser user, String... outside) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                TRY,
                "-",
                folder.resolve("program").resolve(name()).toString()));
        command.addAll(List.of(outside));
        return FencedCommand.start(folder, user, command.toArray(String[]::new));
    }

    private String name() throws IOException {
        Path probe = Files.createDirectories(folder.resolve("probe"));
        Path program = FenceProgram.extract(probe);
        if (program == null) {
            throw new IOException("there is no program for this machine");
        }
        return program.getFileName().toString();
    }
}
