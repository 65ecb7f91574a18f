package io.sallyport.proxy.relay.listing;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One event of a {@code text/event-stream} (WHATWG HTML section 9.2.6), to be written anew: what it says and nothing
 * else, so that no client finds another event in it. Immutable.
 *
 * @param fields {@code event}, {@code id} and {@code retry}, as whole lines
 * @param data the values of {@code data}, one for each line
 */
record ServerEvent(List<String> fields, List<String> data) {
    private static final Pattern LINE_END = Pattern.compile("\r\n|\n|\r");

    /** Ends of lines for readers that know more of them than the standard (Python's {@code splitlines}). */
    private static final Pattern OTHER_END = Pattern.compile("[\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029]");

    private static final Pattern ENDPOINT = Pattern.compile("event: ?endpoint");

    ServerEvent {
        fields = List.copyOf(fields);
        data = List.copyOf(data);
    }

    /** Parses the lines of one event; comments and unknown fields are left out. */
    static Parsed<ServerEvent> parse(String text) {
        List<String> fields = new ArrayList<>();
        List<String> data = new ArrayList<>();
        String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
        for (String line : lines(unmarked)) {
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            switch (name) {
                case "data" -> data.add(colon < 0 ? "" : value(line, colon));
                case "event", "id", "retry" -> fields.add(line);
                default -> {}
            }
        }
        return fields.stream().anyMatch(line -> OTHER_END.matcher(line).find())
                ? new Parsed.Rejected<>("a line end in a field of an event")
                : new Parsed.Accepted<>(new ServerEvent(fields, data));
    }

    private static List<String> lines(String text) {
        return LINE_END.splitAsStream(text).toList();
    }

    private static String value(String line, int colon) {
        return line.startsWith(" ", colon + 1) ? line.substring(colon + 2) : line.substring(colon + 1);
    }

    /** Returns what its client is handed; empty where it is handed nothing. */
    String text() {
        return String.join("\n", data);
    }

    /** Returns the same event with JSON as its data, where such ends of lines can be escaped. */
    ServerEvent with(String json) {
        String escaped = OTHER_END
                .matcher(json)
                .replaceAll(end -> "\\\\u%04x".formatted((int) end.group().charAt(0)));
        return new ServerEvent(fields, lines(escaped));
    }

    /** Returns whether a reader could find another line in its data. */
    boolean hasOtherEnds() {
        return OTHER_END.matcher(text()).find();
    }

    /** Returns whether its data is no message: nothing, or where to send messages (HTTP with SSE, MCP 2024-11-05). */
    boolean isNoMessage() {
        return text().isBlank() || fields.stream().anyMatch(ENDPOINT.asMatchPredicate());
    }

    /** Returns the event as it is sent; one that says nothing as a comment, which keeps the connection alive. */
    String written() {
        StringBuilder out = new StringBuilder();
        fields.forEach(line -> out.append(line).append('\n'));
        data.forEach(line -> out.append("data: ").append(line).append('\n'));
        return out.isEmpty() ? ":\n\n" : out.append('\n').toString();
    }
}
