package io.sallyport.cli.command;

import io.sallyport.client.AdminClient;
import io.sallyport.documents.Diagnostic;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints answers of the control API for people and pipes. */
public final class AnswerPrinter {
    private AnswerPrinter() {}

    /**
     * Prints a refusal on {@code err} and returns its exit code: 2 if the input is wrong, 3 if the gateway cannot serve
     * it, else 1.
     */
    public static int refused(AdminClient.Reply reply, PrintWriter err) {
        return refused(reply, SourceTexts.NONE, err);
    }

    /** Prints a refusal of documents that the command was given. */
    public static int refused(AdminClient.Reply reply, SourceTexts texts, PrintWriter err) {
        JsonNode body = reply.body();
        err.println("sallyport: refused (%d): %s".formatted(reply.status(), message(body)));
        diagnostics(body, texts, err);
        err.flush();
        return switch (reply.status()) {
            case 400, 413, 422 -> ExitCodes.UNUSABLE;
            case 401, 403, 429, 503 -> ExitCodes.UNREACHABLE;
            default -> ExitCodes.NO;
        };
    }

    /** Prints the diagnostics of {@code body}, sorted by their places, each as {@link QuotedSource} has it. */
    public static void diagnostics(JsonNode body, SourceTexts texts, PrintWriter err) {
        List<Diagnostic> told = new ArrayList<>();
        body.path("diagnostics").forEach(each -> told.add(diagnostic(each)));
        CheckReport.byPlace(told).forEach(each -> err.println(QuotedSource.of(each, texts)));
    }

    private static Diagnostic diagnostic(JsonNode node) {
        boolean isWarning = node.path("severity").asString("error").equals("warning");
        return new Diagnostic(
                isWarning ? Diagnostic.Severity.WARNING : Diagnostic.Severity.ERROR,
                node.path("file").asString(""),
                node.path("line").asInt(0),
                node.path("column").asInt(0),
                node.path("code").asString(""),
                node.path("message").asString(""),
                node.path("help").asString(null));
    }

    private static String message(JsonNode body) {
        String message = body.path("message").asString("");
        return message.isEmpty() ? body.path("error").asString(body.toString()) : message;
    }
}
