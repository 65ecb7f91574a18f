package io.sallyport.proxy.relay.listing;

import io.sallyport.decision.body.Utf8;
import io.sallyport.decision.listing.FilteredText;
import io.sallyport.model.text.Parsed;
import java.util.function.Function;

/** What becomes of one part of an answer, which is its body or one of its events. */
sealed interface FilteredPart {
    /**
     * It is sent in this form.
     *
     * @param removed entries of lists that are not in it
     */
    record Shown(String text, int removed) implements FilteredPart {}

    /** It cannot be read, so the answer is not sent on. */
    record Refused(String why) implements FilteredPart {}

    /** Reads a body of JSON, of which {@code show} says what may be shown. */
    static FilteredPart ofBody(byte[] body, Function<String, FilteredText> show) {
        return switch (Utf8.decode(body)) {
            case Parsed.Rejected<String>(String why, int _) -> new Refused(why);
            case Parsed.Accepted<String>(String text) ->
                switch (show.apply(text)) {
                    case FilteredText.Unchanged _ -> new Shown(text, 0);
                    case FilteredText.Reduced(String json, int removed) -> new Shown(json, removed);
                    case FilteredText.Unreadable(String why) -> new Refused(why);
                };
        };
    }

    /** Reads an event. */
    static FilteredPart ofEvent(byte[] bytes, Function<String, FilteredText> show) {
        return switch (Utf8.decode(bytes)) {
            case Parsed.Rejected<String>(String why, int _) -> new Refused(why);
            case Parsed.Accepted<String>(String text) ->
                switch (ServerEvent.parse(text)) {
                    case Parsed.Rejected<ServerEvent>(String why, int _) -> new Refused(why);
                    case Parsed.Accepted<ServerEvent>(ServerEvent event) -> of(event, show);
                };
        };
    }

    private static FilteredPart of(ServerEvent event, Function<String, FilteredText> show) {
        if (event.isNoMessage()) {
            return event.hasOtherEnds() ? new Refused("a line end in an event") : written(event, 0);
        }
        return switch (show.apply(event.text())) {
            case FilteredText.Unchanged _ -> written(event.with(event.text()), 0);
            case FilteredText.Reduced(String json, int removed) -> written(event.with(json), removed);
            case FilteredText.Unreadable(String why) -> new Refused(why);
        };
    }

    private static FilteredPart written(ServerEvent event, int removed) {
        return new Shown(event.written(), removed);
    }
}
