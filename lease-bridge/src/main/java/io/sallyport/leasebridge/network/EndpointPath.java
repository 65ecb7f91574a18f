package io.sallyport.leasebridge.network;

import com.google.re2j.Pattern;
import io.sallyport.leasebridge.Re2;
import io.sallyport.model.PathPattern;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of an endpoint, which limits the requests that the endpoint applies to (specs: network policy, section 5). A
 * rule of it covers the intersection of both paths. Immutable.
 */
final class EndpointPath {
    /** Covers every path. */
    static final EndpointPath ANY = new EndpointPath(PathPattern.ANY, "");

    private final PathPattern pattern;
    private final String shown;
    private final List<Pattern> expressions;

    /**
     * @param pattern a pattern from {@link PolicyPath}
     * @param shown for people; empty for every path
     */
    EndpointPath(PathPattern pattern, String shown) {
        this.pattern = pattern;
        this.shown = shown;
        this.expressions = compiled(pattern).toList();
    }

    String shown() {
        return shown;
    }

    /** Returns anchored RE2 expressions that exactly its paths match, all of them; empty for every path. */
    List<String> areaPaths() {
        return pattern.rest() instanceof PathPattern.Rest.Nothing
                ? List.of("^" + Re2.quote(pattern.prefix()) + "$")
                : pattern.expressions();
    }

    /** Returns the number of its characters that are no stars: of two paths the one with more is more specific. */
    int specificity() {
        return shown.replace("*", "").length();
    }

    /** Returns whether no request is one of both. */
    boolean isApartFrom(EndpointPath other) {
        return narrow(other.pattern) == null;
    }

    /** Returns the intersection with {@code rule}, in the same dialect; null if it is empty. */
    @Nullable
    PathPattern narrow(PathPattern rule) {
        if (pattern.coversAll()) {
            return rule;
        }
        if (rule.coversAll()) {
            return pattern;
        }
        if (rule.rest() instanceof PathPattern.Rest.Nothing) {
            return covers(pattern, expressions.stream(), rule.prefix()) ? rule : null;
        }
        if (pattern.rest() instanceof PathPattern.Rest.Nothing) {
            return covers(rule, compiled(rule), pattern.prefix()) ? pattern : null;
        }
        return both(rule);
    }

    private @Nullable PathPattern both(PathPattern rule) {
        boolean ruleIsLonger = rule.literals().size() > pattern.literals().size();
        List<String> longer = ruleIsLonger ? rule.literals() : pattern.literals();
        List<String> shorter = ruleIsLonger ? pattern.literals() : rule.literals();
        if (!longer.subList(0, shorter.size()).equals(shorter)) {
            return null;
        }
        List<String> all = Stream.concat(rule.expressions().stream(), pattern.expressions().stream())
                .toList();
        return new PathPattern(longer, new PathPattern.Rest.Matching(all.getFirst(), all.getLast(), shown));
    }

    private static Stream<Pattern> compiled(PathPattern pattern) {
        return pattern.expressions().stream().map(Pattern::compile);
    }

    private static boolean covers(PathPattern pattern, Stream<Pattern> expressions, String path) {
        return pattern.rest() instanceof PathPattern.Rest.Nothing
                ? pattern.prefix().equals(path)
                : expressions.allMatch(expression -> expression.matches(path));
    }
}
