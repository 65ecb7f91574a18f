package io.sallyport.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StreamWriterTest {
    static Stream<Named<OwnReply.Content>> contents() {
        return Stream.of(
                named("cannot be read", _ -> {
                    throw new IOException("of the test");
                }),
                named("a fault", _ -> {
                    throw new IllegalStateException("of the test");
                }),
                named("an error", _ -> {
                    throw new StackOverflowError("of the test");
                }));
    }

    @ParameterizedTest
    @MethodSource("contents")
    void whatCannotBeMadeIsCutAtOnce(OwnReply.Content content) {
        var channel = new EmbeddedChannel(new Unconcerned());
        var answered = new AtomicBoolean();
        StreamWriter.start(channel, Runnable::run, content, () -> answered.set(true));
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(answered).isFalse();
        channel.finishAndReleaseAll();
    }

    /** Ignores the failure of the head that was not flushed, which fails with the channel. */
    private static final class Unconcerned extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {}
    }
}
