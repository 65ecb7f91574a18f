package io.sallyport.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {
    private long now;
    private final LoginAttempts attempts = new LoginAttempts(() -> now, new SecureRandom());

    @Test
    void anAttemptIsTakenOnceByItsIdAndState() {
        LoginAttempts.Started one = attempts.begin("http://127.0.0.1/back");
        LoginAttempts.Started other = attempts.begin("http://127.0.0.1/back");
        assertThat(attempts.take(one.id(), other.attempt().state())).isNull();
        assertThat(attempts.take(other.id(), "")).isNull();
        assertThat(attempts.take("", one.attempt().state())).isNull();
        assertThat(attempts.take(one.id(), one.attempt().state())).isEqualTo(one.attempt());
        assertThat(attempts.take(one.id(), one.attempt().state())).isNull();
    }

    @Test
    void anAttemptEnds() {
        LoginAttempts.Started one = attempts.begin("http://127.0.0.1/back");
        now += LoginAttempts.LONGEST.toNanos() - 1;
        LoginAttempts.Started later = attempts.begin("http://127.0.0.1/back");
        now += 1;
        assertThat(attempts.take(one.id(), one.attempt().state())).isNull();
        assertThat(attempts.take(later.id(), later.attempt().state())).isNotNull();
    }

    @Test
    void oneAttemptTooManyForgetsTheOldest() {
        LoginAttempts.Started first = attempts.begin("http://127.0.0.1/back");
        LoginAttempts.Started second = attempts.begin("http://127.0.0.1/back");
        for (int i = 1; i < LoginAttempts.MAX_ATTEMPTS; i++) {
            attempts.begin("http://127.0.0.1/back");
        }
        assertThat(attempts.take(first.id(), first.attempt().state())).isNull();
        assertThat(attempts.take(second.id(), second.attempt().state())).isNotNull();
    }

    @Test
    void nothingOfAnAttemptIsGuessedOrTold() {
        Set<String> secrets = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            LoginAttempts.Started started = attempts.begin("http://127.0.0.1/back");
            LoginAttempt attempt = started.attempt();
            secrets.addAll(List.of(started.id(), attempt.state(), attempt.nonce(), attempt.verifier()));
            assertThat(attempt.toString()).doesNotContain(attempt.verifier()).doesNotContain(attempt.nonce());
        }
        assertThat(secrets).hasSize(40).allMatch(secret -> secret.matches("[A-Za-z0-9_-]{43}"));
    }

    @Test
    void underTlsCookiesAreOfThisHostAlone() {
        String set = SessionCookie.ofSessions(true).set("x");
        assertThat(set).isEqualTo("__Host-sallyport=x; Path=/; HttpOnly; Secure; SameSite=Strict");
        assertThat(SessionCookie.ofAttempts(true).set("x"))
                .isEqualTo("__Host-sallyport-login=x; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age="
                        + Duration.ofMinutes(10).toSeconds());
        assertThat(SessionCookie.ofSessions(true).remove())
                .isEqualTo("__Host-sallyport=; Max-Age=0; Path=/; HttpOnly; Secure");
    }
}
