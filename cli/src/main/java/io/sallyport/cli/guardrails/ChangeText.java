package io.sallyport.cli.guardrails;

import io.sallyport.control.calls.ChangeOrigin;
import tools.jackson.databind.JsonNode;

/** Formats changes of guardrails, workspaces and sandboxes, as the control API writes them, for people. */
public final class ChangeText {
    private static final int SHOWN_OF_A_DIGEST = 12;

    private ChangeText() {}

    /** Returns what became of a change, and the sandboxes that have no policy then. */
    static String made(JsonNode answer) {
        String status = answer.path("status").asString("");
        var text = new StringBuilder(
                switch (status) {
                    case "" -> answer.has("generation") ? "in force, as " + version(answer) : "removed";
                    case "loaded" -> "in force, as " + version(answer);
                    case "reporting" ->
                        "in report mode, digest " + answer.path("digest").asString();
                    case "checked" -> "they would load";
                    case "pending" -> pending(answer);
                    default -> status;
                });
        answer.path("refused_sandboxes")
                .forEach(id -> text.append("\nrefused: ").append(id.asString()));
        return text.append('\n').toString();
    }

    private static String version(JsonNode answer) {
        return answer.has("epoch")
                ? "epoch " + answer.path("epoch").asString()
                : "generation " + answer.path("generation").asString();
    }

    /** Returns whom a change waits for, and what they type. */
    public static String pending(JsonNode answer) {
        String id = answer.path("id").asString();
        return "not in force yet: until %s it waits for another person than %s, who types, with a token of their own:"
                        .formatted(
                                answer.path("expires_at").asString(),
                                answer.path("author").path("name").asString())
                + "\n  sallyport policy approvals " + id
                + "\n  sallyport policy approve " + id;
    }

    /** Returns the changes that wait, one per line. */
    static String list(JsonNode answer) {
        var text = new StringBuilder();
        for (JsonNode change : answer.path("approvals")) {
            text.append("%s %-9s until %s  %-12s %s%n"
                    .formatted(
                            change.path("id").asString(),
                            change.path("status").asString(),
                            change.path("expires_at").asString(),
                            digest(change),
                            about(change) + origin(change)));
        }
        return text.isEmpty() ? "nothing waits for approval\n" : text.toString();
    }

    /** Returns one change that waits, with the difference to what is in force. */
    static String whole(JsonNode change) {
        String state = change.path("status").asString().equals("outdated")
                ? "outdated: what it was made for is in force no longer"
                : "waits until " + change.path("expires_at").asString();
        return """
                change  %s
                of      %s%s
                by      %s
                made    %s, for %s
                digest  %s
                state   %s

                %s""".formatted(
                        change.path("id").asString(),
                        change.path("target").asString(),
                        change.path("removes").asBoolean() ? ", which is removed" : "",
                        origin(change),
                        change.path("time").asString(),
                        change.path("base").asString(),
                        change.path("digest").asString(),
                        state,
                        visible(change.path("diff").asString("")));
    }

    /** Returns what is changed if that is no guardrails. */
    private static String about(JsonNode change) {
        String target = change.path("target").asString("guardrails");
        return target.equals("guardrails")
                ? ""
                : (change.path("removes").asBoolean() ? "removes " : "") + target + ", by ";
    }

    /** Returns author and approver, what it restores or promotes, and the author's note. */
    static String origin(JsonNode change) {
        return person(change.path("author"))
                + (change.has("approver") ? ", approved by " + person(change.path("approver")) : "")
                + (change.has("revision")
                        ? ", revision " + change.path("revision").asString()
                        : "")
                + (change.has("restores")
                        ? ", restores " + change.path("restores").asString()
                        : "")
                + (change.path("promotes").asBoolean() ? ", promotes the candidate" : "")
                + (change.has("note") ? ": " + change.path("note").asString() : "");
    }

    private static String person(JsonNode person) {
        return person.has("name")
                ? person.path("role").asString() + " " + person.path("name").asString()
                : person.path("role").asString();
    }

    /** Returns the first digits of the digest of a set. */
    static String digest(JsonNode set) {
        String digest = set.path("digest").asString("");
        return digest.isEmpty() ? "none" : digest.substring(0, Math.min(digest.length(), SHOWN_OF_A_DIGEST));
    }

    /** Shows characters that could hide text from whoever approves it: they move the cursor or turn the direction. */
    private static String visible(String text) {
        var shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c != '\n' && c != '\t' && ChangeOrigin.isUnprintable(c)) {
                shown.append("<U+%04X>".formatted(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }
}
