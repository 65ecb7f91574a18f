package io.sallyport.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.GuessLimits;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Gateway;
import io.sallyport.proxy.support.TestSandboxes;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.ManualClock;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Hundreds of wrong proxy tokens, over real sockets, while sandboxes with valid tokens are served. */
@Execution(ExecutionMode.CONCURRENT)
class GuessedTokensTest {
    private static final int OF_ONE = 120;
    private static final int OF_ALL = 1_200;
    private static final int ON_ONE_CONNECTION = 8;

    private final ManualClock clock = new ManualClock(Instant.parse("2030-01-01T00:00:00Z"));
    private final Gateway gateway = Gateway.timedBy(clock);
    private final Origin web = Origin.plain(request -> Answer.echo(request));

    @BeforeEach
    void names() {
        gateway.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
        gateway.sandboxes.add("sb-2", TestSandboxes.hosts("a.test"));
        gateway.dialer.name("a.test:80", web.address());
    }

    @AfterEach
    void close() {
        gateway.close();
        web.close();
    }

    @Test
    void whoGuessesIsSlowedAndWhoHasTheTokenIsNot() throws IOException {
        guess(wrong("sb-1"), OF_ONE);
        assertThat(ask(wrong("sb-1").repeat(3)))
                .as("the first of three ends the connection")
                .startsWith("HTTP/1.1 429 ")
                .contains("\r\nRetry-After: 60\r\n", "\r\nConnection: close\r\n")
                .containsOnlyOnce("HTTP/1.1 ");
        assertThat(gateway.audit.records().getLast().reason()).isEqualTo(ReasonCode.RATE_LIMITED);
        assertThat(ask(get(Conversation.as("sb-1")))).as("its own token").startsWith("HTTP/1.1 200 ");
        assertThat(ask(get(""))).as("no token at all").startsWith("HTTP/1.1 407 ");
        assertThat(ask(wrong("sb-2"))).as("for another").startsWith("HTTP/1.1 407 ");
        assertThat(ask(wrong("sb-1").replace("http://a.test/", "http://sallyport.internal/health")))
                .as("at the gateway's own names")
                .startsWith("HTTP/1.1 429 ");

        clock.advance(Duration.ofMinutes(1));
        assertThat(ask(wrong("sb-1"))).as("a minute later").startsWith("HTTP/1.1 407 ");
    }

    @Test
    void tokensWithoutAnIdAreCountedByTheirAddress() throws IOException {
        String guess = get("Proxy-Authorization: Bearer guess\r\n");
        guess(guess, OF_ONE);
        assertThat(ask(guess)).startsWith("HTTP/1.1 429 ");
        assertThat(ask(get("Proxy-Authorization: Bearer " + TestSandboxes.tokenOf("sb-1") + "\r\n")))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void manyIdsAreNoWayAroundTheBound() throws IOException {
        for (int id = 0; id < OF_ALL / OF_ONE; id++) {
            guess(wrong("none-" + id), OF_ONE);
        }
        assertThat(ask(wrong("sb-2"))).startsWith("HTTP/1.1 429 ");
        assertThat(ask(get(Conversation.as("sb-2")))).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void theOperatorSaysHowMany() throws IOException {
        try (Gateway strict = Gateway.timedBy(clock, ProxyLimits.DEFAULT.with(new GuessLimits(2, 3)))) {
            strict.sandboxes.add("sb-1", TestSandboxes.hosts("a.test"));
            strict.dialer.name("a.test:80", web.address());
            assertThat(ask(strict, wrong("sb-1").repeat(3)).split("HTTP/1.1 ", -1))
                    .satisfiesExactly(
                            before -> assertThat(before).isEmpty(),
                            first -> assertThat(first).startsWith("407 "),
                            second -> assertThat(second).startsWith("407 "),
                            third -> assertThat(third).startsWith("429 "));
            assertThat(ask(strict, wrong("sb-2"))).startsWith("HTTP/1.1 407 ");
            assertThat(ask(strict, wrong("sb-3"))).as("the fourth of all").startsWith("HTTP/1.1 429 ");
            assertThat(ask(strict, get(Conversation.as("sb-1")))).startsWith("HTTP/1.1 200 ");
        }
    }

    /** Sends {@code times} wrong tokens, each answered with 407. */
    private void guess(String request, int times) throws IOException {
        for (int left = times; left > 0; left -= ON_ONE_CONNECTION) {
            assertThat(ask(request.repeat(ON_ONE_CONNECTION)).split("HTTP/1.1 407 ", -1))
                    .hasSize(ON_ONE_CONNECTION + 1);
        }
    }

    private String ask(String bytes) throws IOException {
        return ask(gateway, bytes);
    }

    private static String ask(Gateway asked, String bytes) throws IOException {
        try (Socket socket =
                new Socket(asked.address().getAddress(), asked.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String wrong(String id) {
        byte[] pair = (id + ":guess").getBytes(StandardCharsets.UTF_8);
        return get("Proxy-Authorization: Basic " + Base64.getEncoder().encodeToString(pair) + "\r\n");
    }

    private static String get(String credentials) {
        return "GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + credentials + "\r\n";
    }
}
