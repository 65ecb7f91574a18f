package io.sallyport.models;

import io.sallyport.audit.RecordedPrompt;
import io.sallyport.inference.ModelRequest;
import io.sallyport.inference.PromptText;
import io.sallyport.model.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What records of requests say of their prompts, if the operator asks for it. A text that holds a secret is left out as
 * a whole, since an encoding has no place in it that could be; so are all where they hold one together. Safe for
 * concurrent use.
 *
 * @param maxBytes of a record's line; 0: records say nothing of prompts
 * @param maxBodyBytes of a request in which secrets can be looked for; of a longer one nothing is recorded
 * @param secrets finds in a text what no record may hold
 */
public record PromptRecording(int maxBytes, int maxBodyBytes, Predicate<String> secrets) {
    /** Nothing is said. */
    public static final PromptRecording NONE = new PromptRecording(0, 0, _ -> true);

    /** The most that an operator may ask for, in bytes of a record's line. */
    public static final int MOST_BYTES = 64 << 10;

    /** Texts behind the last that is recorded in which the rest of a secret is looked for. */
    private static final int BEYOND = 4;

    /** Returns that the prompt is left out; null where nothing is said of prompts. */
    @Nullable
    RecordedPrompt without(ReasonCode why) {
        return maxBytes == 0 ? null : RecordedPrompt.leftOut(why);
    }

    /** Returns what the record says of the prompt; null where it says nothing. Takes time. */
    @Nullable
    RecordedPrompt of(ModelRequest request) {
        if (maxBytes == 0) {
            return null;
        }
        if (request.size() > maxBodyBytes) {
            return RecordedPrompt.leftOut(ReasonCode.BODY_TOO_LARGE);
        }
        List<PromptText> texts = request.prompt();
        return texts.isEmpty() ? null : of(texts);
    }

    private RecordedPrompt of(List<PromptText> texts) {
        var taking = new RecordedPrompt.Taking(maxBytes);
        List<PromptText> kept = new ArrayList<>(); // whole, though the last may be recorded in part
        int beyond = 0;
        for (int i = 0; i < texts.size() && beyond < BEYOND; i++) {
            PromptText one = texts.get(i);
            boolean isSecret = holdsSecret(one.text());
            if (!isSecret) {
                kept.add(one);
            }
            beyond += taking.isFull() ? 1 : 0;
            taking.take(one.role(), isSecret ? null : one.text());
        }
        if (holdSecret(kept)) {
            return RecordedPrompt.leftOut(ReasonCode.SECRET_FOUND);
        }
        long bytes = texts.stream()
                .mapToLong(one -> one.text().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        return taking.of(texts.size(), bytes);
    }

    /** Whether a secret is divided among texts: among all of them, or among those of one role. */
    private boolean holdSecret(List<PromptText> texts) {
        return texts.size() > 1
                && (holdsSecret(together(texts))
                        || texts.stream()
                                .collect(Collectors.groupingBy(text -> Objects.requireNonNullElse(text.role(), "")))
                                .values()
                                .stream()
                                .anyMatch(of -> of.size() < texts.size() && holdsSecret(together(of))));
    }

    private static String together(List<PromptText> texts) {
        return texts.stream().map(PromptText::text).collect(Collectors.joining());
    }

    /** Whether a secret stands in the text, or in what its escapes stand for. */
    private boolean holdsSecret(String text) {
        String read = text;
        boolean found = secrets.test(read);
        for (int i = 0; i < JsonEscapes.DEPTH && !found && read.indexOf('\\') >= 0; i++) {
            read = JsonEscapes.undone(read);
            found = secrets.test(read);
        }
        return found;
    }
}
