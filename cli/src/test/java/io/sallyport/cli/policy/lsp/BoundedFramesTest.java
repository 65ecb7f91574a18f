package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedFramesTest {
    private static BoundedFrames frames(String text) {
        return new BoundedFrames(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 8388609\r\n\r\n",
                "content-length: 999999999999999999\r\n\r\n",
                "Content-Type: a\r\nContent-Length:8388609\r\n\r\n",
                "Content-Length: 2\r\n\r\n{}Content-Length: 8388609\r\n\r\n",
            })
    void aMessageThatIsTooLargeEndsTheStreamBeforeItsContent(String text) {
        assertThatThrownBy(() -> frames(text + "{").readAllBytes())
                .isInstanceOf(IOException.class)
                .hasMessage("a message has more than 8388608 bytes");
    }

    @Test
    void anEndlessHeaderEndsTheStream() {
        assertThatThrownBy(() -> frames("X".repeat(9000)).readAllBytes())
                .isInstanceOf(IOException.class)
                .hasMessage("the header of a message has more than 8192 bytes");
    }

    @Test
    void aLengthInTheContentIsNone() throws IOException {
        String text = "Content-Length: 31\r\n\r\n\r\n\r\nContent-Length: 8388609\r\n\r\n";
        assertThat(frames(text).readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(text);
    }

    @Test
    void messagesPassAsTheyAre() throws IOException {
        String text = "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n\"ü\"Content-Length: 0\r\n\r\n";
        assertThat(frames(text).readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(text);
    }
}
