package io.sallyport.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonLineEncoderTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static String line(String message, @Nullable Throwable thrown, Object... arguments) {
        var logger = new LoggerContext().getLogger("io.sallyport.Some");
        var event = new LoggingEvent("here", logger, Level.WARN, message, thrown, arguments);
        event.setInstant(Instant.parse("2026-11-23T14:00:00Z"));
        String line = new String(new JsonLineEncoder().encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("}\n");
        assertThat(line.strip()).matches("[ -~]+");
        return line;
    }

    @Test
    void anEventIsOneObjectOnOneLine() {
        assertThat(line("{} came", null, "it")).isEqualTo("""
                {"time":"2026-11-23T14:00:00.000Z","level":"WARN","logger":"io.sallyport.Some","message":"it came"}
                """);
    }

    @Test
    void whatWasThrownIsOneString() {
        JsonNode read =
                JSON.readTree(line("failed", new IllegalStateException("no\nroom", new RuntimeException("why"))));
        assertThat(read.path("exception").asString())
                .startsWith("java.lang.IllegalStateException: no\nroom")
                .contains("\tat ", "Caused by: java.lang.RuntimeException: why");
    }

    @Test
    void noValueBeginsAnotherLineOrSteersATerminal() {
        String said = "a\"\n{\"level\":\"INFO\"}\u001b[2J\u2028é\u0000";
        assertThat(JSON.readTree(line("{}", null, said)).path("message").asString())
                .isEqualTo(said);
    }
}
