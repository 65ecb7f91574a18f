package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.policycompiler.DocumentRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Clients that keep to no protocol. */
class LanguageSessionTest {
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}";
    private static final String SHUTDOWN = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}";
    private static final String EXIT = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static String message(String content) {
        return "Content-Length: " + content.length() + "\r\n\r\n" + content;
    }

    private boolean serve(String... messages) {
        var in = new ByteArrayInputStream(String.join("", messages).getBytes(StandardCharsets.UTF_8));
        return new LanguageSession(DocumentRules.BY_DEFAULT, InstantSource.system(), System::nanoTime).serve(in, out);
    }

    private String answers() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aMessageThatIsTooLargeEndsTheSession() {
        assertThat(serve(message(INITIALIZE), "Content-Length: 99999999\r\n\r\n", message(SHUTDOWN)))
                .isFalse();
        assertThat(answers()).contains("\"id\":1").doesNotContain("\"id\":2");
    }

    @Test
    void aClientThatGoesAwayEndsTheSession() {
        assertThat(serve(message(INITIALIZE))).isFalse();
    }

    @Test
    void exitWithoutShutdownIsToldApart() {
        assertThat(serve(message(INITIALIZE), message(EXIT))).isFalse();
        assertThat(serve(message(INITIALIZE), message(SHUTDOWN), message(EXIT))).isTrue();
    }

    @Test
    void whatComesBeforeInitializeIsDroppedOrRefused() {
        String open = "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":"
                + "{\"uri\":\"file:///a.rego\",\"languageId\":\"rego\",\"version\":1,\"text\":\"x\"}}}";
        String hover = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":"
                + "{\"uri\":\"file:///a.rego\"},\"position\":{\"line\":0,\"character\":0}}}";
        assertThat(serve(message(open), message(hover), message(INITIALIZE), message(SHUTDOWN), message(EXIT)))
                .isTrue();
        assertThat(answers()).contains("\"id\":7,\"error\":{\"code\":-32002").contains("\"id\":2");
    }

    @Test
    void whatIsNoJsonIsPassedOver() {
        assertThat(serve(message("{nonsense"), message(INITIALIZE), message(SHUTDOWN), message(EXIT)))
                .isTrue();
        assertThat(answers()).contains("\"id\":2");
    }
}
