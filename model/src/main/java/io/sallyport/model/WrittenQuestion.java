package io.sallyport.model;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;

/**
 * Parses a question as people write it, in two parts: a method and a URL ({@link WrittenRequest}), or a capability and
 * a target, such as {@code tool.call web.search}.
 */
public final class WrittenQuestion {
    private WrittenQuestion() {}

    /** Parses both parts from one text, separated by spaces; a URL alone is a GET. */
    public static Parsed<Question> parse(String text) {
        String[] parts = text.strip().split("\\s+", 2);
        return parts.length == 1 ? parse("GET", parts[0]) : parse(parts[0], parts[1]);
    }

    /** Parses the two parts. Never throws, never guesses. No method looks like a capability. */
    public static Parsed<Question> parse(String first, String second) {
        return CapabilityName.kindOf(first) == null ? request(first, second) : action(first, second);
    }

    private static Parsed<Question> request(String method, String url) {
        return WrittenRequest.parse(method, url).map(request -> request);
    }

    private static Parsed<Question> action(String capability, String target) {
        return switch (CanonicalAction.parse(capability, target, null)) {
            case Canonicalized.Accepted(var action) -> new Accepted<>(action);
            case Canonicalized.Rejected(var _, var why, int at) -> new Rejected<>(why, at);
        };
    }
}
