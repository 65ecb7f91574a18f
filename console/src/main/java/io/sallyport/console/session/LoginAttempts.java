package io.sallyport.console.session;

import io.sallyport.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The logins that have begun at a provider and not come back yet, in memory. Confined to the event loop. */
public final class LoginAttempts {
    /** How long a person has to log in at the provider. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    /** The maximum number of attempts; one more forgets the oldest. */
    public static final int MAX_ATTEMPTS = 1_024;

    private final LongSupplier nanoClock;
    private final SecureRandom random;
    /** By the hash of the id, the oldest first. */
    private final Map<String, Begun> attempts = new LinkedHashMap<>();

    /** @param nanoClock elapsed nanoseconds */
    public LoginAttempts(LongSupplier nanoClock, SecureRandom random) {
        this.nanoClock = nanoClock;
        this.random = random;
    }

    private record Begun(LoginAttempt attempt, long since) {}

    /**
     * An attempt that has begun.
     *
     * @param id for the browser's cookie alone
     */
    public record Started(String id, LoginAttempt attempt) {}

    /** Begins an attempt. */
    public Started begin(String redirect) {
        long now = nanoClock.getAsLong();
        attempts.values().removeIf(begun -> hasEnded(begun, now));
        if (attempts.size() >= MAX_ATTEMPTS) {
            Iterator<String> oldest = attempts.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        var attempt = new LoginAttempt(
                RandomSecret.next(random), RandomSecret.next(random), RandomSecret.next(random), redirect);
        String id = RandomSecret.next(random);
        attempts.put(Sha256.hexOf(id), new Begun(attempt, now));
        return new Started(id, attempt);
    }

    /**
     * Takes the attempt of a browser, which nobody can take again; null if there is none with that id and state. A
     * wrong state leaves it in place, so that another site's page cannot end it.
     */
    public @Nullable LoginAttempt take(String id, String state) {
        String key = Sha256.hexOf(id);
        Begun begun = attempts.get(key);
        if (begun == null || !isSame(begun.attempt.state(), state)) {
            return null;
        }
        attempts.remove(key);
        return hasEnded(begun, nanoClock.getAsLong()) ? null : begun.attempt;
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean hasEnded(Begun begun, long now) {
        return now - begun.since >= LONGEST.toNanos();
    }
}
