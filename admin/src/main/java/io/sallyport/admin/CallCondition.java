package io.sallyport.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.admin.answer.Problem;
import io.sallyport.control.calls.Precondition;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.text.Parsed;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a call as its header gives it, and what is answered where it does not hold. A condition on a call
 * that takes none is refused, because its sender relies on it.
 */
final class CallCondition {
    private static final OwnReply.Whole UNCHANGED = new OwnReply.Whole(304, new LinkedHashMap<>(), "");

    private CallCondition() {}

    static Parsed<Precondition> read(HttpHeaders headers, Route route) {
        List<String> match = headers.getAll(HttpHeaderNames.IF_MATCH);
        List<String> noneMatch = headers.getAll(HttpHeaderNames.IF_NONE_MATCH);
        if (match.isEmpty() && noneMatch.isEmpty()) {
            return new Parsed.Accepted<>(Precondition.NONE);
        }
        if (!route.takesCondition()) {
            return new Parsed.Rejected<>("this call takes neither If-Match nor If-None-Match");
        }
        if (match.size() + noneMatch.size() > 1) {
            return new Parsed.Rejected<>("more than one condition came (expected: If-Match or If-None-Match, once)");
        }
        return match.isEmpty() ? EntityTags.ifNoneMatch(noneMatch.getFirst()) : EntityTags.ifMatch(match.getFirst());
    }

    /**
     * Returns the answer to a GET: {@code whole}; 304 if the client has this version; 412 if it wants another.
     *
     * @param version what the condition is asked of; null if nothing is there
     */
    static OwnReply.Whole got(Precondition condition, @Nullable String version, String tag, OwnReply.Whole whole) {
        return switch (condition) {
            case Precondition held when held.holds(version) -> tagged(whole, tag);
            case Precondition.Absent _, Precondition.NoneOf _ -> tagged(UNCHANGED, tag);
            case Precondition.Always _, Precondition.Exists _, Precondition.OneOf _ ->
                tagged(Problem.of(412, "MOVED_ON", "the version is another").answer(), tag);
        };
    }

    static OwnReply.Whole tagged(OwnReply.Whole answer, String tag) {
        return answer.with("ETag", "\"" + tag + "\"");
    }
}
