package io.sallyport.fence;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.FileDescriptor;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.sallyport.transport.ReceivedSocket;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Hands the sockets of a fence over to a running gateway, for one of its sandboxes ({@link EntryServer}). What listens
 * there ends as this closes. Confined to one thread, but for {@link #ended}.
 */
public final class EntryClient implements AutoCloseable {
    private static final int MAX_SECONDS = 10;
    private static final int MAX_BYTES = 1 << 16;

    private final EventLoopGroup loop;
    private final Channel channel;
    private final BlockingQueue<String> lines;

    private EntryClient(EventLoopGroup loop, Channel channel, BlockingQueue<String> lines) {
        this.loop = loop;
        this.channel = channel;
        this.lines = lines;
    }

    /**
     * Connects to the gateway that listens at {@code path}.
     *
     * @throws IOException if none does
     */
    public static EntryClient connect(Path path) throws IOException {
        EventLoopGroup loop = Transport.EPOLL.newLoops(1, "enter");
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(EpollDomainSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new LineBasedFrameDecoder(MAX_BYTES), new Lines(lines));
                    }
                })
                .connect(new DomainSocketAddress(path.toString()))
                .awaitUninterruptibly();
        if (!connecting.isSuccess()) {
            var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw new IOException("no gateway listens at " + path, connecting.cause());
        }
        return new EntryClient(loop, connecting.channel(), lines);
    }

    /** Names the sandbox, once, before {@link #pass}. */
    public EntryAnswer enter(String sandbox) throws InterruptedException {
        channel.writeAndFlush(Unpooled.copiedBuffer(sandbox + "\n", StandardCharsets.UTF_8))
                .awaitUninterruptibly();
        return answer();
    }

    /**
     * Hands all of {@code sockets} over, once; they are closed in this process.
     *
     * @throws IOException if one is closed, or listened at here
     */
    public EntryAnswer pass(List<ReceivedSocket> sockets) throws IOException, InterruptedException {
        for (ReceivedSocket each : sockets) {
            pass(new FileDescriptor(each.take()));
        }
        pass(FileDescriptor.from("/dev/null"));
        return answer();
    }

    private void pass(FileDescriptor descriptor) throws IOException {
        channel.writeAndFlush(descriptor).awaitUninterruptibly();
        descriptor.close();
    }

    private EntryAnswer answer() throws InterruptedException {
        String line = lines.poll(MAX_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            return new EntryAnswer.Refused("the gateway does not answer");
        }
        String[] words = line.split(" ", 2);
        String rest = words.length == 1 ? "" : words[1];
        return switch (words[0]) {
            case "ports" -> new EntryAnswer.Known(ports(rest));
            case "listening" -> new EntryAnswer.Listening();
            default -> new EntryAnswer.Refused(rest.isEmpty() ? "the gateway ended the connection" : rest);
        };
    }

    private static Set<Integer> ports(String text) {
        return Arrays.stream(text.split(" "))
                .filter(word -> !word.isEmpty())
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    /** Completes when the gateway listens no more: the sandbox has ended, or the gateway, or this was closed. */
    public CompletionStage<Void> ended() {
        var ended = new CompletableFuture<Void>();
        channel.closeFuture().addListener(_ -> ended.complete(null));
        return ended;
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Keeps what the gateway says, of which there are few lines. */
    private static final class Lines extends SimpleChannelInboundHandler<ByteBuf> {
        private final BlockingQueue<String> lines;

        Lines(BlockingQueue<String> lines) {
            this.lines = lines;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf line) {
            lines.add(line.toString(StandardCharsets.UTF_8));
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            lines.add("");
        }
    }
}
