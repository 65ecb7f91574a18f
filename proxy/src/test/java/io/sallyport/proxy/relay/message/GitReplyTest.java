package io.sallyport.proxy.relay.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GitReplyTest {
    private static final Refusal REFUSAL =
            Refusal.of(ReasonCode.GUARDRAIL, Refusal.Asked.UNKNOWN, "01J").withHint("no \u001b[2J f\u00fcr you");

    private static RequestHead head(String method, String target, String type) {
        return new RequestHead(method, target, 1, HeaderFields.of("Content-Type", type));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /o/r.git/info/refs?service=git-upload-pack, x, FETCH_ADVERTISEMENT",
        "GET,  https://git.test/o/r/info/refs?service=git-receive-pack, x, PUSH_ADVERTISEMENT",
        "POST, /o/r.git/git-upload-pack, application/x-git-upload-pack-request, FETCH",
        "POST, /o/r.git/git-receive-pack, application/x-git-receive-pack-request, PUSH",
        "POST, /o/r.git/git-receive-pack, application/json, NONE",
        "POST, /o/r.git/git-receive-pack, application/x-git-upload-pack-request, NONE",
        "HEAD, /o/r.git/info/refs?service=git-upload-pack, x, NONE",
        "GET,  /o/r.git/info/refs, x, NONE",
        "GET,  /o/r.git/info/refs?service=git-upload-pack&x=1, x, NONE",
        "PUT,  /o/r.git/git-upload-pack, application/x-git-upload-pack-request, NONE",
    })
    void isTheReplyToRequestsThatGitWrites(String method, String target, String type, GitReply reply) {
        assertThat(GitReply.of(head(method, target, type))).isEqualTo(reply);
    }

    @Test
    void saysWhyInALineWithoutControlCharacters() {
        String said = written(GitReply.PUSH_ADVERTISEMENT);
        assertThat(said)
                .startsWith("HTTP/1.1 200 OK\r\nProxy-Status: sallyport; error=")
                .contains("Content-Type: application/x-git-receive-pack-advertisement\r\n");
        String body = said.substring(said.indexOf("\r\n\r\n") + 4);
        assertThat(body).startsWith("001f# service=git-receive-pack\n0000");
        String line = body.substring(35);
        assertThat(Integer.parseInt(line.substring(0, 4), 16)).isEqualTo(line.getBytes(StandardCharsets.UTF_8).length);
        assertThat(line.substring(4))
                .startsWith("ERR sallyport: guardrail: ")
                .contains("no  [2J f\u00fcr you")
                .endsWith("; audit 01J\n");
    }

    @Test
    void aPushHearsItBesideItsReport() {
        String said = written(GitReply.PUSH);
        assertThat(said.substring(said.indexOf("\r\n\r\n") + 8))
                .startsWith("\u0003sallyport: ")
                .endsWith("\n0000");
    }

    @Test
    void whoIsToShowCredentialsHearsHttp() {
        Refusal unknown = Refusal.of(ReasonCode.NO_IDENTITY, Refusal.Asked.UNKNOWN, "01J");
        assertThat(GitReply.FETCH.tells(unknown)).isFalse();
        assertThat(GitReply.FETCH.tells(REFUSAL)).isTrue();
        assertThat(GitReply.NONE.tells(REFUSAL)).isFalse();
    }

    private static String written(GitReply reply) {
        ByteBuf out = reply.refusal(UnpooledByteBufAllocator.DEFAULT, REFUSAL, false);
        try {
            return out.toString(StandardCharsets.UTF_8);
        } finally {
            out.release();
        }
    }
}
