package io.sallyport.decision.listing;

import io.sallyport.model.Sha256;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the tools of one sandbox's servers were listed, by session: what is not the same any more was changed while the
 * agent relied on it. Sessions that were not asked for longest are forgotten first. Safe for concurrent use.
 */
public final class ListedTools {
    static final int MAX_SESSIONS = 32;
    static final int MAX_TOOLS = 1_000; // of a session; more are not remembered

    private final LinkedHashMap<String, Map<String, Sighting>> sessions = new LinkedHashMap<>(0, 0.75f, true);

    /**
     * What is known of a tool.
     *
     * @param first digest under which it was listed in this session
     * @param last digest under which it was listed before, the same if it was not
     * @param now digest under which it is listed
     */
    public record Sighting(Sha256 first, Sha256 last, Sha256 now) {
        /** Whether it has changed since it was listed before. */
        public boolean isNews() {
            return !now.equals(last);
        }
    }

    /** Returns what is known of a tool that is listed now in a session, and remembers it. */
    synchronized Sighting listed(String session, String tool, Sha256 now) {
        Map<String, Sighting> tools = sessions.computeIfAbsent(session, _ -> new HashMap<>());
        if (sessions.size() > MAX_SESSIONS) {
            sessions.pollFirstEntry();
        }
        Sighting before = tools.get(tool);
        Sighting seen = before == null ? new Sighting(now, now, now) : new Sighting(before.first(), before.now(), now);
        if (before != null || tools.size() < MAX_TOOLS) {
            tools.put(tool, seen);
        }
        return seen;
    }
}
