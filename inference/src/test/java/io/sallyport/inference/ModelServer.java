package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A server that reads each request as the gateway does, notes what it read, and answers with what a test gives it. */
final class ModelServer implements AutoCloseable {
    private final List<String> read = new CopyOnWriteArrayList<>();
    private final Origin origin;

    ModelServer(Function<ModelRequest, Answer> answers) {
        origin = Origin.plain(received -> answer(received, answers));
    }

    private Answer answer(ReceivedRequest received, Function<ModelRequest, Answer> answers) {
        ModelApi client = ModelApi.ofClient(name -> received.header(name) != null);
        Parsed<ModelRequest> parsed = switch (ModelEndpoint.of(received.method(), received.path(), client)) {
            case Parsed.Accepted<ModelEndpoint>(var endpoint) ->
                ModelRequest.parse(
                        endpoint,
                        Objects.requireNonNullElse(received.header("content-type"), ""),
                        received.body().toArray());
            case Parsed.Rejected<ModelEndpoint>(var why, var _) -> new Parsed.Rejected<>(why);
        };
        return switch (parsed) {
            case Parsed.Accepted<ModelRequest>(var request) -> {
                read.add(note(request));
                yield answers.apply(request);
            }
            case Parsed.Rejected<ModelRequest>(var why, var _) -> {
                read.add(why);
                yield Answer.text(404, "{\"error\":\"" + why + "\"}");
            }
        };
    }

    private static String note(ModelRequest request) {
        return "%s %s %s%s, %d messages, %d answers of %s tokens"
                .formatted(
                        request.endpoint().operation(),
                        request.model(),
                        request.isStream() ? "stream " : "",
                        request.tools(),
                        request.messages(),
                        request.choices(),
                        request.maxTokens());
    }

    /** Returns an answer in JSON, written with single quotes. */
    static Answer json(String body) {
        return new Answer.Whole(200, Map.of("content-type", "application/json"), Bytes.of(body.replace('\'', '"')));
    }

    static Answer events(byte[] events) {
        return Answer.bytes("text/event-stream", Bytes.of(events));
    }

    Origin origin() {
        return origin;
    }

    /** Returns what was read of each request, in order. */
    List<String> read() {
        return read;
    }

    @Override
    public void close() {
        origin.close();
    }
}
