package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.sallyport.testkit.junit.RequireTool;
import io.sallyport.transport.CapturedConnections;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceTest {
    private final EventLoopGroup loop = Transport.best().newLoops(1, "inside");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void needs() {
        require("bash");
    }

    @AfterEach
    void close() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void aConnectionToAnyAddressIsAcceptedOutsideWithThatAddressAsItsOwn() throws Exception {
        try (Fence fence = open("one")) {
            listen(fence.sockets().transparent());
            assertThat(says(
                            fence,
                            "for a in 93.184.216.34 10.1.2.3 169.254.169.254; do"
                                    + " cat </dev/tcp/$a/443; echo; done"))
                    .isEqualTo("93.184.216.34:443\n10.1.2.3:443\n169.254.169.254:443\n");
        }
    }

    @Test
    void theProxyIsAtALoopbackAddressAndWhatIsClosedRefuses() throws Exception {
        try (Fence fence = open("one")) {
            listen(List.of(fence.sockets().proxy()));
            fence.sockets().close();
            String proxy =
                    "/dev/tcp/127.0.0.1/" + fence.sockets().proxy().address().getPort();
            assertThat(says(
                            fence,
                            "cat <" + proxy + "; echo; for p in 80 443 53 22; do"
                                    + " (: </dev/tcp/93.184.216.34/$p) 2>/dev/null || echo refused; done"))
                    .isEqualTo(proxy.substring("/dev/tcp/".length()).replace('/', ':') + "\n" + "refused\n".repeat(4));
        }
    }

    @Test
    void twoFencesHaveTheSamePortsAndDoNotMeet() throws Exception {
        try (Fence one = open("one");
                Fence two = open("two")) {
            listen(one.sockets().transparent());
            two.sockets().close();
            String connect = "(cat </dev/tcp/93.184.216.34/443) 2>/dev/null || echo refused";
            assertThat(says(one, connect)).isEqualTo("93.184.216.34:443");
            assertThat(says(two, connect)).isEqualTo("refused\n");
        }
    }

    @Test
    void wordsAndVariablesArriveAsTheyAre() throws Exception {
        Path out = folder.resolve("out");
        try (Fence fence = open("one")) {
            fence.sockets().close();
            Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "N", "a\nb ü 'c' \"d\""));
            fence.capture(Set.of());
            Process process = fence.start(
                    List.of("bash", "-c", "printf '<%s>' \"$@\" \"$N\" >" + out, "-", "", "two words", "$x ü\n", "*"),
                    environment);
            assertThat(process.waitFor()).isZero();
            assertThat(fence.failure()).isNull();
        }
        assertThat(out).content().isEqualTo("<><two words><$x ü\n><*><a\nb ü 'c' \"d\">");
    }

    @Test
    void withoutAPathTheUsualFoldersAreSearched() throws Exception {
        try (Fence fence = open("one")) {
            fence.capture(Set.of());
            assertThat(fence.start(List.of("true"), Map.of()).waitFor()).isZero();
        }
    }

    @Test
    void aCommandThatCannotBeStartedIsSaid() throws Exception {
        try (Fence fence = open("one")) {
            fence.capture(Set.of());
            assertThat(fence.start(List.of("no-such-command"), Map.of("PATH", "/bin"))
                            .waitFor())
                    .isEqualTo(125);
            assertThat(fence.failure()).contains("no-such-command");
        }
    }

    @Test
    void aFolderThatTakesNoProgramIsSaid() {
        assertThat(Fence.open(folder.resolve("missing"), Set.of()))
                .isInstanceOfSatisfying(
                        FenceOpening.Refused.class,
                        refused -> assertThat(refused.why()).contains("missing"));
    }

    @Test
    void furtherPortsAreCapturedBeforeTheCommandStarts() throws Exception {
        try (Fence fence = open("one")) {
            int proxy = fence.sockets().proxy().address().getPort();
            listen(fence.capture(Set.of(5432, 443, 53, proxy)));
            Path out = folder.resolve("out");
            Process process = fence.start(
                    List.of("bash", "-c", "cat </dev/tcp/93.184.216.34/5432 >" + out), Map.of("PATH", "/usr/bin:/bin"));
            assertThat(process.waitFor()).isZero();
            assertThat(out).hasContent("93.184.216.34:5432");
        }
    }

    /** Other addresses refuse at once, as does what listens on the loopback address. */
    @Test
    void withNftablesEveryPortOfAGivenAddressIsCaptured() throws Exception {
        require("nft");
        try (Fence fence = open("one")) {
            assertThat(fence.sockets().redirected()).hasSize(1);
            listen(fence.sockets().redirected());
            assertThat(says(
                            fence,
                            "for p in 22 7007 65535; do cat </dev/tcp/198.18.0.5/$p; echo; done;"
                                    + " for a in 198.20.0.1 93.184.216.34 127.0.0.1; do"
                                    + " (: </dev/tcp/$a/7007) 2>/dev/null || echo refused; done"))
                    .isEqualTo("198.18.0.5:22\n198.18.0.5:7007\n198.18.0.5:65535\n" + "refused\n".repeat(3));
        }
    }

    private Fence open(String name) throws IOException {
        return switch (Fence.open(Files.createDirectory(folder.resolve(name)), Set.of(443, 80))) {
            case FenceOpening.Opened(var fence) -> fence;
            case FenceOpening.Refused(var why) -> {
                RequireTool.absent("a fence: " + why);
                throw new AssertionError(why);
            }
        };
    }

    private void listen(List<ReceivedSocket> sockets) throws IOException {
        var bootstrap = new ServerBootstrap().group(loop).childHandler(new Telling());
        var listening = new ListeningSockets();
        for (ReceivedSocket each : sockets) {
            listening.listen(bootstrap, each);
        }
    }

    /** Returns what a script writes inside. */
    private String says(Fence fence, String script) throws Exception {
        Path out = Files.createTempFile(folder, "says", "");
        fence.capture(Set.of());
        Process process = fence.start(
                List.of("bash", "-c", "(" + script + ") >" + out + "; exit 0"), Map.of("PATH", "/usr/bin:/bin"));
        assertThat(process.waitFor()).as(fence::failure).isZero();
        return Files.readString(out);
    }

    /** Says to whom a client connected. */
    @ChannelHandler.Sharable
    private static final class Telling extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            String address =
                    CapturedConnections.destination(ctx.channel()).toString().substring(1);
            ctx.writeAndFlush(Unpooled.copiedBuffer(address, StandardCharsets.UTF_8))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }
}
