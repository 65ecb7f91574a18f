package io.sallyport.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;

class HttpAnswerReaderTest {
    private final HttpAnswerReader reader = new HttpAnswerReader();
    private final EmbeddedChannel channel = new EmbeddedChannel(reader);

    private void answer() {
        channel.writeInbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    }

    @Test
    void anAnswerBeforeTheRequestIsTakenForNone() {
        answer();
        assertThat(reader.parts()).isEmpty();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aSecondAnswerToOneRequestEndsTheConnection() {
        reader.expect();
        answer();
        assertThat(reader.parts()).hasSize(2);
        answer();
        assertThat(reader.parts()).hasSize(2);
        assertThat(channel.isOpen()).isFalse();
    }
}
