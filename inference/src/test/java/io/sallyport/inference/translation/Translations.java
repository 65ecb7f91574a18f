package io.sallyport.inference.translation;

import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Translations for tests, of JSON in single quotes. */
final class Translations {
    static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private Translations() {}

    static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8).replace('"', '\'');
    }

    static Parsed<Translation> of(ModelOperation from, String json) {
        ModelApi backend = from == ModelOperation.MESSAGES ? ModelApi.OPENAI : ModelApi.ANTHROPIC;
        return switch (ModelRequest.parse(new ModelEndpoint(from, null), bytes(json))) {
            case Parsed.Accepted<ModelRequest>(var request) -> Translation.of(request, backend, NOW);
            case Parsed.Rejected<ModelRequest>(var why, var _) -> throw new AssertionError(why);
        };
    }

    static Translation accepted(ModelOperation from, String json) {
        return switch (of(from, json)) {
            case Parsed.Accepted<Translation>(var translation) -> translation;
            case Parsed.Rejected<Translation>(var why, var _) -> throw new AssertionError(why);
        };
    }

    static String refusal(ModelOperation from, String json) {
        return switch (of(from, json)) {
            case Parsed.Accepted<Translation> _ -> "";
            case Parsed.Rejected<Translation>(var why, var _) -> why;
        };
    }

    static String body(Translation translation) {
        return StandardCharsets.UTF_8
                .decode(translation.request().body())
                .toString()
                .replace('"', '\'');
    }
}
