package io.sallyport.cli.audit;

import io.sallyport.model.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** An answer about the audit log as a table whose columns are as wide as their values. Stateless. */
final class QueryTable {
    private static final String GAP = "  ";

    private QueryTable() {}

    /** Returns the lines of a table of records, or of groups. */
    static List<String> lines(JsonNode answer) {
        List<List<String>> rows = new ArrayList<>();
        JsonNode groups = answer.path("groups");
        if (!groups.isMissingNode()) {
            groups.forEach(group -> {
                if (rows.isEmpty()) {
                    rows.add(Stream.concat(
                                    group.path("keys").propertyNames().stream(),
                                    Stream.of("records", "requests", "last"))
                            .toList());
                }
                rows.add(row(group));
            });
        } else {
            answer.path("records").forEach(record -> rows.add(row(record)));
        }
        return fitted(rows);
    }

    /** Returns the columns of one record, or of one group. */
    static List<String> row(JsonNode of) {
        if (of.has("keys")) {
            List<String> row = new ArrayList<>();
            of.path("keys").forEach(key -> row.add(shown(key.asString(""))));
            row.add(of.path("records").asString(""));
            row.add(of.path("requests").asString(""));
            row.add(text(of, "last"));
            return row;
        }
        return List.of(
                text(of, "time"),
                text(of, "verdict"),
                text(of, "reason"),
                text(of, "sandbox"),
                text(of, of.has("method") ? "method" : "kind"),
                target(of),
                text(of, "audit_id"));
    }

    private static String target(JsonNode record) {
        if (!record.has("host")) {
            return (text(record, "capability") + " " + text(record, "target") + text(record, "path")).strip();
        }
        String port = record.has("port") ? ":" + text(record, "port") : "";
        String scheme = record.has("scheme") ? text(record, "scheme") + "://" : "";
        return scheme + text(record, "host") + port + text(record, "path");
    }

    private static String text(JsonNode record, String name) {
        return shown(record.path(name).asString(""));
    }

    private static String shown(String text) {
        return PrintableText.of(text);
    }

    private static List<String> fitted(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /** Returns what is to be known beside the rows: that there are more, or that some may be missing. */
    static List<String> notes(JsonNode answer) {
        List<String> notes = new ArrayList<>();
        if (answer.has("next")) {
            notes.add("older records: --cursor " + text(answer, "next"));
        }
        int more = answer.path("total").asInt(0) - answer.path("groups").size();
        if (more > 0) {
            notes.add(more + " more groups: --limit");
        }
        if (!answer.path("complete").asBoolean(true)) {
            notes.add("not all of the log was searched"
                    + (answer.has("read_to") ? ": the store has read it up to " + text(answer, "read_to") : ""));
        }
        return notes;
    }
}
