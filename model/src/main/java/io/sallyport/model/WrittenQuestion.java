package io.sallyport.model;

/**
 * Parses a question as people write it, in two parts: a method and a URL ({@link WrittenRequest}), or a capability and
 * a target, such as {@code tool.call web.search}.
 */
public final class WrittenQuestion {
    private WrittenQuestion() {}

    /** A question, or why there is none. */
    public sealed interface Parsed {}

    public record Accepted(Question question) implements Parsed {}

    /** Refused; {@code at} is the index of the first offending char of the second part. */
    public record Rejected(String why, int at) implements Parsed {}

    /** Parses both parts from one text, separated by spaces; a URL alone is a GET. */
    public static Parsed parse(String text) {
        String[] parts = text.strip().split("\\s+", 2);
        return parts.length == 1 ? parse("GET", parts[0]) : parse(parts[0], parts[1]);
    }

    /** Parses the two parts. Never throws, never guesses. No method looks like a capability. */
    public static Parsed parse(String first, String second) {
        return CapabilityName.kindOf(first) == null ? request(first, second) : action(first, second);
    }

    private static Parsed request(String method, String url) {
        return switch (WrittenRequest.parse(method, url)) {
            case WrittenRequest.Accepted(var request) -> new Accepted(request);
            case WrittenRequest.Rejected(var why, int at) -> new Rejected(why, at);
        };
    }

    private static Parsed action(String capability, String target) {
        return switch (CanonicalAction.parse(capability, target, null)) {
            case CanonicalAction.Accepted(var action) -> new Accepted(action);
            case CanonicalAction.Rejected(var _, var why, int at) -> new Rejected(why, at);
        };
    }
}
