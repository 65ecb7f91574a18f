package io.sallyport.apiservers;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;

/** The last lines of a stream of text, for the report of a failure. Safe for concurrent use. */
final class LastLines {
    static final int MAX_LINES = 50;
    /** Bytes of one line; the rest of it is left out. */
    static final int MAX_LINE_BYTES = 2048;

    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();

    synchronized void add(byte[] bytes) {
        for (byte one : bytes) {
            if (one == '\n') {
                endLine();
            } else if (open.size() < MAX_LINE_BYTES) {
                open.write(one);
            }
        }
    }

    /** Oldest first; a last line without its end is one. Control characters are shown as question marks. */
    synchronized List<String> lines() {
        if (open.size() == 0) {
            return List.copyOf(lines);
        }
        var all = new ArrayDeque<>(lines);
        all.add(text());
        return all.stream().skip(Math.max(0, all.size() - MAX_LINES)).toList();
    }

    private void endLine() {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.add(text());
        open.reset();
    }

    private String text() {
        return open.toString(StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
