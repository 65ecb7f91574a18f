package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.Set;

/** Estimates the tokens of a request's input, for what is set aside before an answer says them. */
final class InputEstimate {
    /** What an image or file in Base64 counts at most: an image of the largest size that Anthropic describes. */
    static final int MEDIA_TOKENS = 5_000;

    /** Members that hold media in Base64 or as a data URL. */
    private static final Set<String> MEDIA = Set.of("data", "url", "image_url", "file_data", "images");

    private InputEstimate() {}

    /** Returns the tokens of all names, texts and numbers of a request. */
    static long of(DocumentNode node) {
        return of("", node);
    }

    private static long of(String name, DocumentNode node) {
        return switch (node) {
            case Scalar scalar
            when scalar.isString() -> {
                long tokens = TokenEstimate.of(scalar.text());
                yield MEDIA.contains(name) ? Math.min(tokens, MEDIA_TOKENS) : tokens;
            }
            case Scalar _ -> 1;
            case Items(var items, var _) ->
                items.stream().mapToLong(item -> of(name, item)).sum();
            case Members(var members, var _) -> {
                long tokens = 0;
                for (var entry : members.entrySet()) {
                    tokens += TokenEstimate.of(entry.getKey())
                            + of(entry.getKey(), entry.getValue().value());
                }
                yield tokens;
            }
        };
    }
}
