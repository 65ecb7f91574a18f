package io.sallyport.leasebridge.network;

import com.google.re2j.Pattern;
import io.sallyport.model.PathPattern;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of an endpoint: to which requests of its host and port it speaks at all (specs: network policy, section 5). A
 * rule of it covers what both paths cover. Immutable.
 */
final class EndpointPath {
    /** All of them. */
    static final EndpointPath ANY = new EndpointPath(PathPattern.ANY, "");

    private final PathPattern pattern;
    private final String shown;
    private final List<Pattern> expressions;

    /**
     * @param pattern as {@link PolicyPath} reads one
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

    /** What {@code rule}, which this dialect has as well, covers here; null where that is nothing. */
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
