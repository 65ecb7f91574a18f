package io.sallyport.console.session;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.model.Sha256;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The logins of one gateway, in memory: a restart ends them all. Of each id only the SHA-256 is kept. Confined to the
 * event loop.
 */
public final class Sessions {
    /** How long a session lasts without a request. */
    public static final Duration IDLE = Duration.ofHours(1);

    /** How long a session lasts at most. */
    public static final Duration WHOLE = Duration.ofHours(12);

    /** The maximum number of sessions; one more ends the one that was used least recently. */
    public static final int MAX_SESSIONS = 256;

    private final LongSupplier nanoClock;
    private final SecureRandom random;
    /** By the hash of the id, the one used least recently first. */
    private final Map<String, OpenSession> sessions = new LinkedHashMap<>(16, 0.75f, true);

    /** @param nanoClock elapsed nanoseconds */
    public Sessions(LongSupplier nanoClock, SecureRandom random) {
        this.nanoClock = nanoClock;
        this.random = random;
    }

    private record OpenSession(Session session, long begun, long used, long most) {
        boolean hasEnded(long now) {
            return now - begun >= most || now - used >= IDLE.toNanos();
        }
    }

    /** Begins a session that lasts {@link #WHOLE} at most. Returns its id, which only the browser keeps. */
    public String begin(Caller caller) {
        return begin(caller, WHOLE);
    }

    /** Begins a session that also ends after {@code longest}. Returns its id, which only the browser keeps. */
    public String begin(Caller caller, Duration longest) {
        long now = nanoClock.getAsLong();
        sessions.values().removeIf(open -> open.hasEnded(now));
        String id = RandomSecret.next(random);
        long most = Math.min(longest.toNanos(), WHOLE.toNanos());
        sessions.put(Sha256.hexOf(id), new OpenSession(new Session(caller, RandomSecret.next(random)), now, now, most));
        if (sessions.size() > MAX_SESSIONS) {
            Iterator<String> oldest = sessions.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return id;
    }

    /** Returns the session with that id, which counts as used now; null if there is none or it has ended. */
    public @Nullable Session use(String id) {
        String key = Sha256.hexOf(id);
        OpenSession open = sessions.get(key);
        long now = nanoClock.getAsLong();
        if (open == null || open.hasEnded(now)) {
            sessions.remove(key);
            return null;
        }
        sessions.put(key, new OpenSession(open.session, open.begun, now, open.most));
        return open.session;
    }

    /** Returns the session with that id, without using it; null if there is none or it has ended. */
    public @Nullable Session find(String id) {
        OpenSession open = sessions.get(Sha256.hexOf(id));
        return open == null || open.hasEnded(nanoClock.getAsLong()) ? null : open.session;
    }

    /** Returns whether a session has not ended, without using it. */
    public boolean isOpen(String id) {
        return find(id) != null;
    }

    /** Ends a session. */
    public void end(String id) {
        sessions.remove(Sha256.hexOf(id));
    }
}
