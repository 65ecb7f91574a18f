package io.sallyport.fence;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to an {@link EntryServer}: reads which sandbox is entered, then has the sockets received. Confined to
 * an event loop; what may block runs on threads of its own.
 */
@SuppressWarnings("FutureReturnValueIgnored") // if writing fails the connection closes, and the client sees that
final class EntryRequest extends ChannelInboundHandlerAdapter {
    /** Of the line that names a sandbox. */
    static final int MAX_BYTES = 256;

    private static final Logger LOG = LoggerFactory.getLogger(EntryRequest.class);

    private final EpollDomainSocketChannel channel;
    private final EntrySandboxes sandboxes;
    private final AtomicInteger open;
    private int client; // the process
    private boolean answered; // or refused before anything was asked

    /** @param open how many there are, which counts this one until it closes */
    EntryRequest(EpollDomainSocketChannel channel, EntrySandboxes sandboxes, AtomicInteger open) {
        this.channel = channel;
        this.sandboxes = sandboxes;
        this.open = open;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws IOException {
        channel.closeFuture().addListener(_ -> open.decrementAndGet());
        client = channel.peerCredentials().pid();
        int uid = channel.peerCredentials().uid();
        if (open.incrementAndGet() > EntryServer.MAX_ENTRIES) {
            answered = true;
            refuse(EntryServer.MAX_ENTRIES + " fences are entered already");
        } else if (uid != 0 && uid != ownUid()) {
            LOG.warn("user {} asked to enter a sandbox, and may not", uid);
            answered = true;
            refuse("only the gateway's own user may, and root");
        }
    }

    private static int ownUid() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        String sandbox = ((ByteBuf) message).toString(StandardCharsets.UTF_8);
        ReferenceCountUtil.release(message);
        if (answered) {
            return;
        }
        answered = true;
        Thread.ofVirtual().start(() -> answer(sandbox, sandboxes.grantedPorts(sandbox)));
    }

    private void answer(String sandbox, @Nullable Set<Integer> ports) {
        if (ports == null) {
            refuse("there is no sandbox " + sandbox);
            return;
        }
        channel.eventLoop().execute(() -> {
            var receiver = new SocketReceiver();
            receiver.next().thenAccept(received -> Thread.ofVirtual().start(() -> listen(sandbox, received)));
            channel.pipeline().remove(LineBasedFrameDecoder.class);
            channel.pipeline().replace(this, null, receiver);
            channel.config().setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
            say("ports " + ports.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        });
    }

    private void listen(String sandbox, SocketReceiver.Received received) {
        if (received.streams().stream().noneMatch(FenceSockets::isOnLoopback)) {
            received.streams().forEach(FenceSockets::close);
            received.datagrams().forEach(FenceSockets::close);
            refuse("a socket at the loopback address is missing");
            return;
        }
        FenceSockets sockets = FenceSockets.of(client, received.streams(), received.datagrams());
        try {
            EntrySandboxes.Listening listening = sandboxes.listen(sandbox, sockets);
            if (listening == null) {
                sockets.close();
                refuse("there is no sandbox " + sandbox);
                return;
            }
            LOG.info("listens in a fence for sandbox {}", sandbox);
            say("listening");
            channel.closeFuture().addListener(_ -> listening.close());
            listening.ended().thenRun(this::end);
        } catch (IOException e) {
            sockets.close();
            refuse(String.valueOf(e.getMessage()));
        }
    }

    private void say(String line) {
        channel.writeAndFlush(Unpooled.copiedBuffer(line + "\n", StandardCharsets.UTF_8));
    }

    private void end() {
        if (!channel.isOpen()) { // it ended first, and the listeners by it
            return;
        }
        channel.writeAndFlush(Unpooled.copiedBuffer("ended\n", StandardCharsets.UTF_8))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private void refuse(String why) {
        channel.writeAndFlush(Unpooled.copiedBuffer("refused " + why + "\n", StandardCharsets.UTF_8))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.warn("a sandbox could not be entered", cause);
        ctx.close();
    }
}
