package io.sallyport.egress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The caller's handler, which records events and received bytes. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
final class Spy extends ChannelInboundHandlerAdapter {
    final List<String> events = new ArrayList<>();
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    /** An origin that echoes what it receives. */
    static void echo(Channel channel) {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                ctx.writeAndFlush(message);
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                ctx.close();
            }
        });
    }

    String exchange(DialOutcome.Connected connected, String text) {
        connected.channel().config().setAutoRead(true);
        ByteBuf message = connected.channel().alloc().buffer();
        message.writeCharSequence(text, StandardCharsets.US_ASCII);
        connected.channel().writeAndFlush(message);
        return answer.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        events.add("active");
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        answer.complete(bytes.toString(StandardCharsets.US_ASCII));
        bytes.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
