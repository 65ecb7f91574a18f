package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "5, 5", "007, 7", "999999999999999999, 999999999999999999"})
    void readsALength(String text, long length) {
        assertThat(Framing.ofRequest(HeaderFields.of("Content-Length", text), 1))
                .isEqualTo(new Framing.Length(length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+1", "-1", "1 ", "1,1", "1, 2", "0x10", "1e3", "1000000000000000000", "\u0661"})
    void refusesWhatIsNoLength(String text) {
        assertThat(Framing.ofRequest(HeaderFields.of("Content-Length", text), 1))
                .isInstanceOf(Framing.Unclear.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chunked, chunked",
                "gzip, chunked",
                "gzip",
                "identity",
                "xchunked",
                "chunked;q=1",
                "\"chunked\"",
                ",chunked",
                ""
            })
    void refusesEveryCodingButOneChunked(String coding) {
        assertThat(Framing.ofRequest(HeaderFields.of("Transfer-Encoding", coding), 1))
                .isInstanceOf(Framing.Unclear.class);
    }

    @Test
    void refusesTwoAnswersToTheSameQuestion() {
        assertThat(Framing.ofRequest(HeaderFields.of("Content-Length", "3", "Content-Length", "3"), 1))
                .isInstanceOf(Framing.Unclear.class);
        assertThat(Framing.ofRequest(HeaderFields.of("Content-Length", "3", "Transfer-Encoding", "chunked"), 1))
                .isInstanceOf(Framing.Unclear.class);
        assertThat(Framing.ofRequest(
                        HeaderFields.of("Transfer-Encoding", "chunked", "transfer-encoding", "chunked"), 1))
                .isInstanceOf(Framing.Unclear.class);
        assertThat(Framing.ofRequest(HeaderFields.of("Transfer-Encoding", "chunked"), 0))
                .isInstanceOf(Framing.Unclear.class);
    }

    @Test
    void knowsWhichAnswersHaveNoBody() {
        HeaderFields length = HeaderFields.of("Content-Length", "3");
        assertThat(Framing.ofResponse("HEAD", 200, length, 1)).isEqualTo(Framing.NONE);
        assertThat(Framing.ofResponse("GET", 204, length, 1)).isEqualTo(Framing.NONE);
        assertThat(Framing.ofResponse("GET", 304, length, 1)).isEqualTo(Framing.NONE);
        assertThat(Framing.ofResponse("GET", 200, length, 1)).isEqualTo(new Framing.Length(3));
        assertThat(Framing.ofResponse("GET", 200, HeaderFields.NONE, 1)).isEqualTo(Framing.UNTIL_CLOSE);
    }
}
