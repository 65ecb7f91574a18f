package io.sallyport.cli.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The body of a request that is written by hand. */
final class WrittenBody {
    private static final int MAX_BYTES = 1 << 20;

    private WrittenBody() {}

    /** Returns the headers with the body that {@code --body} gives: the text, or {@code @FILE}. */
    static RequestHeaders after(RequestHeaders headers, @Nullable String written) throws CliException {
        if (written == null) {
            return headers;
        }
        if (headers.values("content-type").isEmpty()) {
            throw CliException.unusable(
                    "--body: of which type? (expected: --header 'Content-Type: application/json' or the like)");
        }
        String text = written.startsWith("@") ? InputFiles.text(Path.of(written.substring(1))) : written;
        return of(text).after(headers);
    }

    /** Returns the body of the contract's input document, which says it in one of its forms; null if it has none. */
    static @Nullable String of(String name, JsonNode net) throws CliException {
        JsonNode body = net.path("body");
        if (body.isMissingNode()) {
            if (net.has("rpc") || net.has("graphql")) {
                throw CliException.unusable(name + ": net.rpc and net.graphql are what net.body.json says: give that");
            }
            return null;
        }
        if (body.has("text")) {
            return body.path("text").asString("");
        }
        if (body.has("json")) {
            return body.path("json").toString();
        }
        if (body.has("form")) {
            return PolicyQuestion.query(body.path("form"));
        }
        throw CliException.unusable(name + ": net.body (expected: json, form or text)");
    }

    /** Returns the content type of such a body, where the document has none. */
    static List<String> type(JsonNode body) {
        return body.has("json")
                ? List.of("application/json")
                : body.has("form") ? List.of("application/x-www-form-urlencoded") : List.of();
    }

    static RequestBody of(String text) {
        return RequestBody.of(text.getBytes(UTF_8), MAX_BYTES);
    }
}
