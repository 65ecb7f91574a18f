package io.sallyport.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The environment variables; gateway's tests cover with processes that the sockets are served. */
class PassedSocketsTest {
    @Test
    void theVariablesOfAnotherProcessAreNotOurs() throws IOException {
        assertThat(PassedSockets.of(Map.of(), 7)).isEmpty();
        assertThat(PassedSockets.of(Map.of("LISTEN_FDS", "2"), 7)).isEmpty();
        assertThat(PassedSockets.of(Map.of("LISTEN_FDS", "2", "LISTEN_PID", "8"), 7))
                .isEmpty();
        assertThat(PassedSockets.of(Map.of("LISTEN_FDS", "0", "LISTEN_PID", "7"), 7))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "two", "1025", "99999999999"})
    void aCountThatIsNoneRefusesTheStart(String count) {
        assertThatThrownBy(() -> PassedSockets.of(Map.of("LISTEN_FDS", count, "LISTEN_PID", "7"), 7))
                .isInstanceOf(IOException.class)
                .hasMessage("LISTEN_FDS: \"" + count + "\" is not a count of sockets (expected: 0 to 1024)");
    }
}
