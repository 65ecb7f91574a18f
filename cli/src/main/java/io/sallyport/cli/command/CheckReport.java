package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports what a check found: a line per diagnostic on standard error, or with {@code --json} one object on standard
 * output, with the diagnostics in the form of the control API. Confined to one run of a command.
 */
public final class CheckReport {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print one JSON object: status and diagnostics.")
    private boolean json;

    private final List<Diagnostic> found = new ArrayList<>();
    private SourceTexts texts = SourceTexts.NONE;

    /** Sorts by file, line and column; diagnostics without a place come first. */
    public static List<Diagnostic> byPlace(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .sorted(Comparator.comparing(Diagnostic::file)
                        .thenComparingInt(Diagnostic::line)
                        .thenComparingInt(Diagnostic::column))
                .toList();
    }

    /** From now on, quotes the lines that diagnostics refer to. */
    public void quoting(SourceTexts sources) {
        texts = sources;
    }

    /** Adds diagnostics, sorted by their places. */
    public void addAll(List<Diagnostic> diagnostics) {
        byPlace(diagnostics).forEach(this::add);
    }

    /** Adds one diagnostic; without {@code --json} it is printed at once. */
    public void add(Diagnostic diagnostic) {
        if (json) {
            found.add(diagnostic);
            return;
        }
        print(diagnostic, texts, spec.commandLine().getErr());
    }

    /** Prints one diagnostic with the line that it refers to. */
    public static void print(Diagnostic diagnostic, SourceTexts texts, PrintWriter err) {
        err.println(text(diagnostic, texts));
        err.flush();
    }

    /** Returns one diagnostic with the line that it refers to. */
    public static String text(Diagnostic diagnostic, SourceTexts texts) {
        return QuotedSource.of(diagnostic, texts);
    }

    /** Returns an object with diagnostics in the form of the control API. */
    public static ObjectNode json(List<Diagnostic> diagnostics) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        var array = object.putArray("diagnostics");
        diagnostics.forEach(diagnostic -> write(diagnostic, array.addObject()));
        return object;
    }

    /** Runs {@code check}; diagnostics of refused documents are added to the report. */
    public int of(Callable<Integer> check) throws Exception {
        try {
            return check.call();
        } catch (CliException e) {
            if (!json || e.diagnostics().isEmpty()) {
                throw e;
            }
            found.addAll(e.diagnostics());
            return end("refused", e.exitCode());
        }
    }

    /** Ends the report; with {@code --json}, prints the object. */
    public int end(String status, int exitCode) {
        return end(status, exitCode, _ -> {});
    }

    /** Ends the report with further members in the object. */
    public int end(String status, int exitCode, Consumer<ObjectNode> more) {
        if (json) {
            ObjectNode object = JsonNodeFactory.instance.objectNode().put("status", status);
            more.accept(object);
            object.setAll(json(found));
            PrintWriter out = spec.commandLine().getOut();
            out.println(object);
            out.flush();
        }
        return exitCode;
    }

    /** Prints a sentence for people, unless {@code --json} is given. */
    public void say(PrintWriter to, String sentence) {
        if (!json) {
            to.println(sentence);
            to.flush();
        }
    }

    private static void write(Diagnostic diagnostic, ObjectNode object) {
        object.put("severity", diagnostic.severity().name().toLowerCase(Locale.ROOT))
                .put("file", diagnostic.file());
        if (diagnostic.line() > 0) {
            object.put("line", diagnostic.line()).put("column", diagnostic.column());
        }
        object.put("code", diagnostic.code()).put("message", diagnostic.message());
        if (diagnostic.help() != null) {
            object.put("help", diagnostic.help());
        }
    }
}
