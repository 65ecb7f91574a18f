package io.sallyport.cli.policy.query;

import io.sallyport.regoengine.builtin.Listener;
import io.sallyport.regoengine.compiler.CompileRequest.AdHocQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.run.Tracer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a query prints, each line with its place, and with a trace also the rules that are evaluated and the
 * expressions that fail. Confined to one thread.
 */
public final class QueryReport implements Tracer, Listener {
    /** The maximum number of lines of a trace. */
    static final int MAX_LINES = 2_000;

    /** The maximum length shown of an expression's line, in UTF-16 code units. */
    private static final int MAX_SHOWN = 100;

    private final PrintWriter err;
    private final boolean tracing;
    private final Map<String, String> texts;
    private @Nullable Position reached;
    private @Nullable Position lastFailed;
    private String last = "";
    private int times;
    private int lines;

    /** @param texts by the file names in positions; a trace shows these files only, and quotes their lines */
    public QueryReport(PrintWriter err, boolean tracing, Map<String, String> texts) {
        this.err = err;
        this.tracing = tracing;
        this.texts = Map.copyOf(texts);
    }

    @Override
    public void entered(String name, Position at) {
        if (!name.equals(AdHocQuery.NAME)) {
            note(at, "enter " + name, false);
        }
    }

    @Override
    public void reached(Position at) {
        reached = at;
    }

    @Override
    public void failed(Position at) {
        note(at, "fail  " + line(at), true);
    }

    @Override
    public void negated(Position at) {
        if (at.equals(lastFailed)) {
            times = 0;
            lastFailed = null;
        }
    }

    @Override
    public void printed(String line) {
        end();
        err.println((reached == null ? "" : place(reached) + ": ") + line);
        err.flush();
    }

    @Override
    public void began(List<String> path) {
        // only tests have cases
    }

    /** Writes what is still held back. */
    public void end() {
        if (times > 0) {
            err.println(last + (times > 1 ? " (" + times + " times)" : ""));
            lines++;
            times = 0;
            if (lines == MAX_LINES) {
                err.println("the rest of the trace is left out, after " + MAX_LINES + " lines");
            }
        }
        err.flush();
    }

    /** Holds the line back until the next one, since it may be repeated, or be what a negation is about. */
    private void note(Position at, String what, boolean failed) {
        if (!tracing || lines >= MAX_LINES || !texts.containsKey(at.file())) {
            return;
        }
        String line = place(at) + ": " + what;
        if (!line.equals(last) || times == 0) {
            end();
            last = line;
        }
        times++;
        lastFailed = failed ? at : null;
    }

    private static String place(Position at) {
        return at.file() + ":" + at.row();
    }

    private String line(Position at) {
        String line = texts.getOrDefault(at.file(), "")
                .lines()
                .skip(Math.max(0, at.row() - 1))
                .findFirst()
                .orElse("")
                .strip();
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
    }
}
