package io.sallyport.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.Role;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Caller ANN = new Caller("ann.token", Role.READER);

    private long now;
    private final Sessions sessions = new Sessions(() -> now, new SecureRandom());

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void aSessionEndsAnHourAfterItsLastUse() {
        String id = sessions.begin(ANN);
        pass(Sessions.IDLE.minusSeconds(1));
        assertThat(sessions.use(id)).isNotNull();
        pass(Sessions.IDLE.minusSeconds(1));
        assertThat(sessions.isOpen(id)).isTrue();
        assertThat(sessions.use(id)).isNotNull();
        pass(Sessions.IDLE);
        assertThat(sessions.isOpen(id)).isFalse();
        assertThat(sessions.use(id)).isNull();
    }

    @Test
    void aStreamIsNoUse() {
        String id = sessions.begin(ANN);
        pass(Sessions.IDLE.dividedBy(2));
        assertThat(sessions.isOpen(id)).isTrue();
        pass(Sessions.IDLE.dividedBy(2));
        assertThat(sessions.use(id)).isNull();
    }

    @Test
    void aSessionInUseEndsAfterTwelveHours() {
        String id = sessions.begin(ANN);
        Duration step = Sessions.IDLE.dividedBy(2);
        for (Duration passed = step; passed.compareTo(Sessions.WHOLE) < 0; passed = passed.plus(step)) {
            pass(step);
            assertThat(sessions.use(id)).as(passed.toString()).isNotNull();
        }
        pass(step);
        assertThat(sessions.use(id)).isNull();
    }

    @Test
    void aSessionMayEndEarlierButNotLater() {
        String shorter = sessions.begin(ANN, Duration.ofMinutes(1));
        pass(Duration.ofMinutes(1).minusNanos(1));
        assertThat(sessions.use(shorter)).isNotNull();
        pass(Duration.ofNanos(1));
        assertThat(sessions.isOpen(shorter)).isFalse();
        assertThat(sessions.use(shorter)).isNull();
        String longer = sessions.begin(ANN, Sessions.WHOLE.multipliedBy(2));
        Duration step = Sessions.IDLE.dividedBy(2);
        for (Duration passed = Duration.ZERO; passed.compareTo(Sessions.WHOLE) < 0; passed = passed.plus(step)) {
            assertThat(sessions.use(longer)).as(passed.toString()).isNotNull();
            pass(step);
        }
        assertThat(sessions.use(longer)).isNull();
    }

    @Test
    void oneSessionTooManyEndsTheOneUsedLeastRecently() {
        String first = sessions.begin(ANN);
        List<String> others = new ArrayList<>();
        for (int i = 1; i < Sessions.MAX_SESSIONS; i++) {
            others.add(sessions.begin(ANN));
        }
        assertThat(sessions.use(first)).isNotNull();
        sessions.begin(ANN);
        assertThat(sessions.isOpen(first)).isTrue();
        assertThat(sessions.isOpen(others.getFirst())).isFalse();
        assertThat(sessions.isOpen(others.getLast())).isTrue();
    }

    @Test
    void idsAndFormTokensAreOfOneSessionOnly() {
        Session one = Objects.requireNonNull(sessions.use(sessions.begin(ANN)));
        Session other = Objects.requireNonNull(sessions.use(sessions.begin(ANN)));
        assertThat(one.made(one.formToken())).isTrue();
        assertThat(one.made(other.formToken())).isFalse();
        assertThat(one.made(null)).isFalse();
        assertThat(one.formToken()).hasSize(43);
    }
}
