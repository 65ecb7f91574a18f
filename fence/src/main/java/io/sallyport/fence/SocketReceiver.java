package io.sallyport.fence;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import io.sallyport.transport.ReceivedSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives the sockets of a fence, up to a descriptor that is none. Confined to an event loop, except {@link #all}. */
final class SocketReceiver extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(SocketReceiver.class);

    private static final int SOL_SOCKET = 1;
    private static final int SO_PROTOCOL = 38;
    private static final int UDP = 17;
    private static final int MAX_SOCKETS = 4_096;

    private final List<ReceivedSocket> streams = new ArrayList<>();
    private final List<ReceivedSocket> datagrams = new ArrayList<>();
    private final CompletableFuture<Received> all = new CompletableFuture<>();

    /**
     * What was received, and from whom; the channel also takes the command.
     *
     * @param channel closes as the fence ends
     */
    record Received(FenceSockets sockets, Channel channel) {}

    /** Completes with the last socket. */
    CompletableFuture<Received> all() {
        return all;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        var descriptor = (FileDescriptor) message;
        Socket socket = socket(descriptor);
        if (socket == null || streams.size() + datagrams.size() == MAX_SOCKETS) {
            descriptor.close();
            all.complete(new Received(FenceSockets.of(streams, datagrams), ctx.channel()));
            return;
        }
        List<ReceivedSocket> kind = socket.getIntOpt(SOL_SOCKET, SO_PROTOCOL) == UDP ? datagrams : streams;
        kind.add(new ReceivedSocket(socket.intValue(), socket.localAddress()));
    }

    /** Returns null for what is none. */
    private static @Nullable Socket socket(FileDescriptor descriptor) {
        try {
            return new Socket(descriptor.intValue());
        } catch (ChannelException _) {
            return null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws IOException {
        if (!all.isDone()) {
            for (ReceivedSocket each : streams) {
                each.close();
            }
            for (ReceivedSocket each : datagrams) {
                each.close();
            }
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the program ends with the connection, and the fence with it
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.warn("the sockets of the fence could not be received", cause);
        ctx.close();
    }
}
