package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuessingTest {
    @TempDir
    Path folder;

    private static int guess(AdminFixture fixture) throws IOException {
        String head = String.join(
                "\r\n",
                "GET /v1/sandboxes HTTP/1.1",
                "Host: localhost",
                "Authorization: Bearer guess",
                "Connection: close",
                "\r\n");
        return AdminFixture.status(fixture.raw(head));
    }

    @Test
    void whoGuessesIsToldToWaitAndNobodyElse() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            for (int i = 0; i < GuessLimit.MAX_WRONG; i++) {
                assertThat(guess(fixture)).isEqualTo(401);
            }
            assertThat(guess(fixture)).isEqualTo(429);
            assertThat(fixture.get("/v1/sandboxes").statusCode())
                    .as("the right token from the same address")
                    .isEqualTo(200);
            fixture.clock.advance(Duration.ofNanos(GuessLimit.WINDOW_NANOS));
            assertThat(guess(fixture)).isEqualTo(401);
        }
    }

    @Test
    void aFloodOfGuessesIsCountedInTheAudit() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            for (int i = 0; i < 50; i++) {
                guess(fixture);
            }
            assertThat(fixture.records()).hasSize(31).last().asString().contains("\"count\":20");
        }
    }
}
