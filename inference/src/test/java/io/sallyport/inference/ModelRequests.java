package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;

/** ModelRequests for tests, written with single quotes. */
final class ModelRequests {
    private ModelRequests() {}

    static Parsed<ModelRequest> parse(ModelOperation operation, String json) {
        String model = operation.path().contains("{model}") ? "m" : null;
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return ModelRequest.parse(new ModelEndpoint(operation, model), body);
    }

    static ModelRequest accepted(ModelOperation operation, String json) {
        return switch (parse(operation, json)) {
            case Parsed.Accepted<ModelRequest>(var request) -> request;
            case Parsed.Rejected<ModelRequest>(var why, var _) -> throw new AssertionError(why);
        };
    }

    /** Returns why a request is refused; empty if it is not. */
    static String refusal(ModelOperation operation, String json) {
        return switch (parse(operation, json)) {
            case Parsed.Accepted<ModelRequest> _ -> "";
            case Parsed.Rejected<ModelRequest>(var why, var _) -> why;
        };
    }

    static String body(ModelRequest request) {
        return StandardCharsets.UTF_8.decode(request.body()).toString().replace('"', '\'');
    }
}
