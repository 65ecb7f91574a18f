package io.sallyport.egress.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;

/** HTTP/1.1 towards targets, strict about what comes back. */
final class AnswerPipeline extends ChannelInitializer<Channel> {
    private static final int MAX_HEAD_BYTES = 32 << 10;

    private final ChannelHandler answers;
    private final ByteCount count;

    /** @param count is told of all that comes; over its bound {@code answers} hears of an exception */
    AnswerPipeline(ChannelHandler answers, ByteCount count) {
        this.answers = answers;
        this.count = count;
    }

    @Override
    protected void initChannel(Channel channel) {
        var config = new HttpDecoderConfig().setMaxHeaderSize(MAX_HEAD_BYTES).setAllowDuplicateContentLengths(false);
        channel.pipeline()
                .addLast(
                        new ArrivedBytes(count),
                        new HttpClientCodec(config, false, true),
                        new InterimAnswers(),
                        answers);
    }
}
