package io.sallyport.leasebridge.suggest;

import io.sallyport.model.CanonicalAction;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * A line that would grant some actions.
 *
 * @param pattern a target, or, folded, what several begin with and a star
 * @param folded whether it is
 */
public record LeastName(String capability, String pattern, boolean folded, List<CanonicalAction> questions)
        implements LeastLine {
    public LeastName {
        questions = List.copyOf(questions);
    }

    /** The line for that action alone. */
    static LeastName of(CanonicalAction action) {
        return new LeastName(action.capability(), action.target(), false, List.of(action));
    }

    /** Patterns have no escape: what has a star in it cannot be said alone. */
    @Override
    public @Nullable String ofLease() {
        String literal = folded ? pattern.substring(0, pattern.length() - 1) : pattern;
        return literal.indexOf('*') >= 0
                ? null
                : "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(pattern)) + "\"";
    }

    @Override
    public @Nullable String ofPolicy() {
        return null;
    }

    @Override
    public @Nullable String opens() {
        return folded ? "every name directly below " + pattern.substring(0, pattern.length() - 1) : null;
    }
}
