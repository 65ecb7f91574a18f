package io.sallyport.leasebridge.learn;

import io.sallyport.leasebridge.suggest.TemplatedPath;
import io.sallyport.model.CanonicalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The paths that a learned rule admits: each segment is one text, or one of many. Immutable.
 *
 * @param segments none for {@code /}
 */
record LearnedPath(List<LearnedSegment> segments) {
    LearnedPath {
        segments = List.copyOf(segments);
    }

    /** Returns that path alone. */
    static LearnedPath of(CanonicalPath path) {
        return new LearnedPath(path.segments().stream()
                .<LearnedSegment>map(LearnedSegment.Literal::new)
                .toList());
    }

    LearnedPath with(int position, LearnedSegment segment) {
        List<LearnedSegment> others = new ArrayList<>(segments);
        others.set(position, segment);
        return new LearnedPath(others);
    }

    /** Returns the text at a position if it names one thing of many, such as a number; else null. */
    @Nullable
    String variable(int position) {
        return position < segments.size()
                        && segments.get(position) instanceof LearnedSegment.Literal(String text)
                        && TemplatedPath.isVariable(text)
                ? text
                : null;
    }

    boolean covers(CanonicalPath path) {
        List<String> asked = path.segments();
        if (asked.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            if (!segments.get(i).covers(asked.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether it covers more than one path. */
    boolean isMerged() {
        return segments.stream().anyMatch(LearnedSegment.Merged.class::isInstance);
    }

    /** Returns it as the path of a network policy. */
    String glob() {
        return segments.stream().map(LearnedSegment::glob).collect(Collectors.joining("/", "/", ""));
    }

    /** Returns it as the path of a lease's pattern, or null: a lease has no escape for a star. */
    @Nullable
    String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (LearnedSegment segment : segments) {
            String text = segment instanceof LearnedSegment.Literal(String literal) ? literal : "";
            if (text.indexOf('*') >= 0) {
                return null;
            }
            pattern.append('/').append(segment instanceof LearnedSegment.Merged ? "*" : text);
        }
        return segments.isEmpty() ? "/" : pattern.toString();
    }
}
