package io.sallyport.cli.command;

import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import tools.jackson.databind.JsonNode;

/** Prints answers of the control API for people and pipes. */
public final class AnswerPrinter {
    private AnswerPrinter() {}

    /**
     * Prints a refusal on {@code err} and returns its exit code: 2 if the input is wrong, 3 if the gateway cannot serve
     * it, else 1.
     */
    public static int refused(AdminClient.Reply reply, PrintWriter err) {
        JsonNode body = reply.body();
        err.println("sallyport: refused (%d): %s".formatted(reply.status(), message(body)));
        diagnostics(body, err);
        err.flush();
        return switch (reply.status()) {
            case 400, 413, 422 -> ExitCodes.UNUSABLE;
            case 401, 403, 503 -> ExitCodes.UNREACHABLE;
            default -> ExitCodes.NO;
        };
    }

    /** Prints the diagnostics of {@code body}, one per line, as {@code file:line:col: CODE: message}. */
    public static void diagnostics(JsonNode body, PrintWriter err) {
        for (JsonNode diagnostic : body.path("diagnostics")) {
            int line = diagnostic.path("line").asInt(0);
            String place = diagnostic.path("file").asString("")
                    + (line > 0 ? ":" + line + ":" + diagnostic.path("column").asInt(0) : "");
            err.println("%s: %s: %s: %s"
                    .formatted(
                            place,
                            diagnostic.path("severity").asString("error"),
                            diagnostic.path("code").asString(""),
                            diagnostic.path("message").asString("")));
            String help = diagnostic.path("help").asString("");
            if (!help.isEmpty()) {
                err.println("  help: " + help);
            }
        }
    }

    private static String message(JsonNode body) {
        String message = body.path("message").asString("");
        return message.isEmpty() ? body.path("error").asString(body.toString()) : message;
    }
}
