package io.sallyport.cli.command;

import io.sallyport.client.AdminClient;
import java.io.PrintWriter;
import tools.jackson.databind.JsonNode;

/** Tells a person, or a pipe, what the control API answered. */
public final class AnswerPrinter {
    private AnswerPrinter() {}

    /** The exit code of a refusal, told on {@code err}: 2 what was sent is wrong, 3 the gateway cannot, else 1. */
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

    /** The diagnostics of {@code body}, one a line, as {@code file:line:col: CODE: message}. */
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
