package io.sallyport.cli.ask;

import io.sallyport.model.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Writes requests that wait for people. Text of sandboxes is shown without characters that control a terminal. */
final class AskText {
    private AskText() {}

    static String list(JsonNode body) {
        var lines = new StringBuilder();
        body.path("asks")
                .forEach(ask -> lines.append(text(ask, "id")).append('\n').append(whole(ask)));
        return lines.isEmpty() ? "nothing waits\n" : lines.toString();
    }

    /** Returns what the sandbox wants, and why it may not: indented lines. */
    static String whole(JsonNode ask) {
        String query = ask.path("query").asBoolean(false) ? " (with a query, which is not shown)" : "";
        String run = text(ask, "run").isEmpty() ? "" : ", run " + text(ask, "run");
        return "  " + text(ask, "method") + " " + text(ask, "url") + query + "\n  sandbox  " + text(ask, "sandbox")
                + run
                + "\n  asked by " + String.join(", ", texts(ask, "asked")) + "\n"
                + said(ask) + "  until    " + text(ask, "expires_at") + "\n";
    }

    private static String said(JsonNode ask) {
        List<String> messages = texts(ask, "messages");
        return messages.isEmpty() ? "" : "  because  " + String.join("; ", messages) + "\n";
    }

    static String text(JsonNode node, String name) {
        return PrintableText.of(node.path(name).asString(""));
    }

    private static List<String> texts(JsonNode node, String name) {
        var texts = new ArrayList<String>();
        node.path(name).forEach(each -> texts.add(PrintableText.of(each.asString(""))));
        return texts;
    }
}
