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

/**
 * Receives the sockets of a fence; a descriptor that is none ends a list of them. Confined to an event loop, except
 * {@link #next}.
 */
final class SocketReceiver extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(SocketReceiver.class);

    private static final int SOL_SOCKET = 1;
    private static final int SO_PROTOCOL = 38;
    private static final int UDP = 17;
    private static final int MAX_SOCKETS = 4_096;

    private List<ReceivedSocket> streams = new ArrayList<>();
    private List<ReceivedSocket> datagrams = new ArrayList<>();
    private volatile CompletableFuture<Received> awaited = new CompletableFuture<>();

    /**
     * A list of sockets, and from whom; the channel also takes the command.
     *
     * @param channel closes as the fence ends
     */
    record Received(List<ReceivedSocket> streams, List<ReceivedSocket> datagrams, Channel channel) {}

    /** Completes with the next list that is asked for after this call; the first is asked for by the start. */
    CompletableFuture<Received> next() {
        CompletableFuture<Received> next = awaited.isDone() ? new CompletableFuture<>() : awaited;
        awaited = next;
        return next;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        var descriptor = (FileDescriptor) message;
        Socket socket = socket(descriptor);
        if (socket == null || streams.size() + datagrams.size() == MAX_SOCKETS) {
            descriptor.close();
            awaited.complete(new Received(streams, datagrams, ctx.channel()));
            streams = new ArrayList<>();
            datagrams = new ArrayList<>();
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
        for (ReceivedSocket each : streams) {
            each.close();
        }
        for (ReceivedSocket each : datagrams) {
            each.close();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the program ends with the connection, and the fence with it
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.warn("the sockets of the fence could not be received", cause);
        ctx.close();
    }
}
