package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.List;
import java.util.Set;

/** Estimates the tokens of a request's input, for what is set aside before an answer says them. */
final class InputEstimate {
    /** Where images stand, in Base64 or as a URL, by the last two names of the way there. */
    private static final Set<String> IMAGES = Set.of(
            "source.data",
            "source.url",
            "image_url.url",
            "content.image_url",
            "inline_data.data",
            "inlineData.data",
            "messages.images",
            ".images");

    /** Members in which a client may put any object: what looks like an image there is text to the provider. */
    private static final Set<String> FREE =
            Set.of("args", "arguments", "input", "input_schema", "metadata", "parameters", "response", "schema");

    /** The beginnings, in Base64, of PNG, JPEG, GIF and WebP; other media counts as text, which is more. */
    private static final List<String> BEGINNINGS = List.of("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR");

    private final ModelApi api;

    private InputEstimate(ModelApi api) {
        this.api = api;
    }

    /** Returns the tokens of all names, texts, images and numbers of a request. */
    static long of(ModelApi api, DocumentNode node) {
        return new InputEstimate(api).of("", "", node, true);
    }

    /** @param hasImages whether images may stand there */
    private long of(String above, String name, DocumentNode node, boolean hasImages) {
        return switch (node) {
            case Scalar scalar when scalar.isString() -> text(hasImages ? above + "." + name : "", scalar.text());
            case Scalar _ -> 1;
            case Items(var items, var _) ->
                items.stream()
                        .mapToLong(item -> of(above, name, item, hasImages))
                        .sum();
            case Members(var members, var _) -> {
                long tokens = 0;
                for (var entry : members.entrySet()) {
                    String key = entry.getKey();
                    boolean may = hasImages && (name.isEmpty() || !FREE.contains(key));
                    tokens += TokenEstimate.of(key)
                            + of(name, key, entry.getValue().value(), may);
                }
                yield tokens;
            }
        };
    }

    private long text(String place, String text) {
        if (!IMAGES.contains(place)) {
            return TokenEstimate.of(text);
        }
        if (text.startsWith("https://") || text.startsWith("http://")) {
            return ImageTokens.of(api, null);
        }
        String encoded = text.startsWith("data:image/") ? text.substring(text.indexOf(',') + 1) : text;
        return BEGINNINGS.stream().anyMatch(encoded::startsWith)
                ? ImageTokens.of(api, ImageSize.of(encoded))
                : TokenEstimate.of(text);
    }
}
