package io.sallyport.inference;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads the facts of a request that is a form: its model, and whether it wants a stream. */
final class FormFacts {
    private FormFacts() {}

    static Parsed<RequestFacts> read(MultipartForm form, byte[] body) {
        String model = text(form, RequestMembers.MODEL, body);
        if (!ModelName.isName(model)) {
            return new Parsed.Rejected<>("model: the name of a model is wanted");
        }
        boolean further = form.parts().stream()
                .anyMatch(part ->
                        UnclearMembers.FURTHER_MODELS.contains(part.name().toLowerCase(Locale.ROOT))
                                || isSecondWriting(part.name()));
        if (further) {
            return new Parsed.Rejected<>("model: a second writing, or a second model, stands here");
        }
        return switch (text(form, RequestMembers.STREAM, body)) {
            case "", "false" -> new Parsed.Accepted<>(facts(model, false, body));
            case "true" -> new Parsed.Accepted<>(facts(model, true, body));
            default -> new Parsed.Rejected<>("stream: true or false is wanted");
        };
    }

    private static boolean isSecondWriting(String name) {
        return List.of(RequestMembers.MODEL, RequestMembers.STREAM).stream()
                .anyMatch(read -> !read.equals(name) && read.equalsIgnoreCase(name.strip()));
    }

    private static String text(MultipartForm form, String name, byte[] body) {
        MultipartForm.FormPart part = form.field(name);
        return part == null ? "" : new String(body, part.from(), part.to() - part.from(), StandardCharsets.UTF_8);
    }

    private static RequestFacts facts(String model, boolean stream, byte[] body) {
        return new RequestFacts(model, stream, null, List.of(), 1, List.of(), 1, TokenEstimate.of(body));
    }
}
