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
            for (int i = 0; i < Gate.MAX_WRONG; i++) {
                assertThat(guess(fixture)).isEqualTo(401);
            }
            assertThat(guess(fixture)).isEqualTo(429);
            assertThat(fixture.get("/v1/sandboxes").statusCode())
                    .as("the right token from the same address")
                    .isEqualTo(200);
            fixture.clock.advance(Duration.ofMinutes(1));
            assertThat(guess(fixture)).isEqualTo(401);
        }
    }

    @Test
    void whoAsksForHealthWithoutEndIsToldToWaitAndHeldUpInNothingElse() throws Exception {
        String head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (var fixture = new AdminFixture(folder)) {
            for (int i = 0; i < FrontDoor.MAX_OPEN; i++) {
                assertThat(AdminFixture.status(fixture.raw(head))).isEqualTo(200);
            }
            assertThat(AdminFixture.status(fixture.raw(head))).isEqualTo(429);
            assertThat(fixture.get("/v1/sandboxes").statusCode()).isEqualTo(200);
            assertThat(guess(fixture)).as("another bucket").isEqualTo(401);
            fixture.clock.advance(Duration.ofMinutes(1));
            assertThat(AdminFixture.status(fixture.raw(head))).isEqualTo(200);
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
