package io.sallyport.egress.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;

/** Sets up a channel for HTTP/1.1 to targets, with strict parsing of answers. */
final class AnswerPipeline extends ChannelInitializer<Channel> {
    private static final int MAX_HEAD_BYTES = 32 << 10;

    private final ChannelHandler answers;
    private final ByteCount count;

    /**
     * @param count receives the number of all arriving bytes; if it refuses them, {@code answers} receives an exception
     */
    AnswerPipeline(ChannelHandler answers, ByteCount count) {
        this.answers = answers;
        this.count = count;
    }

    @Override
    protected void initChannel(Channel channel) {
        var config = new HttpDecoderConfig().setMaxHeaderSize(MAX_HEAD_BYTES).setAllowDuplicateContentLengths(false);
        channel.pipeline()
                .addLast(
                        new ReceivedByteCounter(count),
                        new HttpClientCodec(config, false, true),
                        new InterimAnswers(),
                        answers);
    }
}
