package io.sallyport.cli.policy.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.policycompiler.reach.ReachDifference.Change;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The difference of two policies, for people and for programs. Confined to its thread. */
public final class DifferenceReport {
    /** The limit of lines of one kind; the others are counted. */
    static final int MAX_SHOWN = 50;

    private final boolean hasRego;
    private final Map<String, Change> added = new LinkedHashMap<>();
    private final Map<String, Change> removed = new LinkedHashMap<>();
    private final Map<Found, SortedSet<String>> found = new LinkedHashMap<>();
    private int searched;
    private boolean isTooLarge;

    /** Where requests were found that only one allows; the methods are listed beside it. */
    private record Found(boolean isAdded, String url, String refusedBy) {}

    /** @param hasRego whether one of the policies has Rego, of which nothing is computed */
    DifferenceReport(boolean hasRego) {
        this.hasRego = hasRego;
    }

    /** Adds requests that became reachable, or are no longer; of several with one text, one with a witness counts. */
    void add(boolean isAdded, String text, Change change) {
        Map<String, Change> changes = isAdded ? added : removed;
        Change known = changes.get(text);
        if (known == null || known.witness() == null) {
            changes.put(text, change);
        }
    }

    void tooLarge() {
        isTooLarge = true;
    }

    /** Adds a request that was found by asking. */
    void found(CanonicalRequest request, Decision was, Decision is) {
        boolean isAllowed = is instanceof Decision.Allow;
        Decision refusal = isAllowed ? was : is;
        String by = refusal.rule() == null ? refusal.reason().word() : refusal.rule();
        String[] words = RequestText.of(request).split(" ", 2);
        found.computeIfAbsent(new Found(isAllowed, words[1], by), _ -> new TreeSet<>())
                .add(words[0]);
    }

    void searched(int requests) {
        searched = requests;
    }

    /** Returns whether a difference was found, or may be. */
    public boolean differs() {
        return isTooLarge || !added.isEmpty() || !removed.isEmpty() || !found.isEmpty();
    }

    /** Returns lines: what became reachable, what no longer is, and how that was found. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines("+ ", "is", added, text);
        lines("- ", "was", removed, text);
        found.entrySet().stream()
                .limit(MAX_SHOWN)
                .forEach(entry -> text.append(line(entry.getKey(), entry.getValue())));
        more(found, text);
        return text.append(summary()).append('\n').toString();
    }

    private static String line(Found found, SortedSet<String> methods) {
        return (found.isAdded ? "+ " : "- ") + String.join(",", methods) + " " + found.url + "\n    found by search; "
                + (found.isAdded ? "was" : "is") + " refused by " + found.refusedBy + "\n";
    }

    private static void lines(String mark, String verb, Map<String, Change> changes, StringBuilder text) {
        changes.entrySet().stream()
                .limit(MAX_SHOWN)
                .forEach(entry -> text.append(mark)
                        .append(entry.getKey())
                        .append("\n    ")
                        .append(witness(entry.getValue(), verb))
                        .append('\n'));
        more(changes, text);
    }

    private static void more(Map<?, ?> all, StringBuilder text) {
        if (all.size() > MAX_SHOWN) {
            text.append("  and ").append(all.size() - MAX_SHOWN).append(" more\n");
        }
    }

    private static String witness(Change change, String verb) {
        CanonicalRequest witness = change.witness();
        return witness == null
                ? "not confirmed: it depends on query, body or Rego"
                : RequestText.of(witness) + " " + verb + " allowed by " + change.rule();
    }

    private String summary() {
        if (isTooLarge) {
            return "undecided: the sets of requests are too large to be computed";
        }
        String documents = added.size() + " added, " + removed.size() + " removed; exact for the documents";
        return hasRego
                ? documents + ", and for Rego by search over " + searched + " requests: " + found.size() + " found"
                : documents;
    }

    /** Returns an object with all of it. */
    public ObjectNode json() {
        ObjectNode object =
                JsonNodeFactory.instance.objectNode().put("differs", differs()).put("exact", !hasRego && !isTooLarge);
        put("added", added, object);
        put("removed", removed, object);
        if (hasRego) {
            object.put("searched", searched);
            var all = object.putArray("found");
            found.entrySet().stream().limit(MAX_SHOWN).forEach(entry -> {
                ObjectNode one =
                        all.addObject().put("added", entry.getKey().isAdded).put("url", entry.getKey().url);
                entry.getValue().forEach(one.withArray("methods")::add);
                one.put("refused_by", entry.getKey().refusedBy);
            });
            object.put("found_more", Math.max(0, found.size() - MAX_SHOWN));
        }
        return object;
    }

    private static void put(String name, Map<String, Change> changes, ObjectNode object) {
        var all = object.putArray(name);
        changes.entrySet().stream().limit(MAX_SHOWN).forEach(entry -> {
            ObjectNode one = all.addObject().put("requests", entry.getKey());
            @Nullable CanonicalRequest witness = entry.getValue().witness();
            if (witness != null) {
                one.put("witness", RequestText.of(witness))
                        .put("rule", entry.getValue().rule());
            }
        });
        object.put(name + "_more", Math.max(0, changes.size() - MAX_SHOWN));
    }
}
