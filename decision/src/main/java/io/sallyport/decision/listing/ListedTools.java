package io.sallyport.decision.listing;

import io.sallyport.model.Sha256;
import io.sallyport.model.message.ListedTool;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the tools of one sandbox's servers were listed, by session: what is not the same any more was changed while the
 * agent relied on it. Sessions that were not asked for longest are forgotten first. Safe for concurrent use.
 */
public final class ListedTools {
    static final int MAX_SESSIONS = 32;
    static final int MAX_TOOLS = 1_000; // of a session; more are not remembered

    static final int MAX_OPENED = 1_000; // sessions that servers have opened for the sandbox

    private final LinkedHashSet<String> opened = new LinkedHashSet<>();
    private final ListQuestions questions = new ListQuestions();
    private final LinkedHashMap<String, Map<String, ListedTool>> sessions = new LinkedHashMap<>(0, 0.75f, true);

    /** Remembers a session that a server has opened; returns the eldest one if there are too many, else null. */
    synchronized @Nullable String opened(String session) {
        opened.add(session);
        return opened.size() > MAX_OPENED ? opened.removeFirst() : null;
    }

    /** Returns what was asked for. */
    public ListQuestions questions() {
        return questions;
    }

    /** Remembers how a tool is listed now in a session, and returns how it was listed before; null if it was not. */
    synchronized @Nullable ListedTool listed(String session, String tool, Sha256 now) {
        Map<String, ListedTool> tools = sessions.computeIfAbsent(session, _ -> new HashMap<>());
        if (sessions.size() > MAX_SESSIONS) {
            sessions.pollFirstEntry();
        }
        ListedTool before = tools.get(tool);
        if (before != null || tools.size() < MAX_TOOLS) {
            tools.put(tool, new ListedTool(before == null ? now : before.first(), now));
        }
        return before;
    }

    /** Returns how a tool was listed in a session; null if it was not. */
    synchronized @Nullable ListedTool of(String session, String tool) {
        Map<String, ListedTool> tools = sessions.get(session);
        return tools == null ? null : tools.get(tool);
    }
}
