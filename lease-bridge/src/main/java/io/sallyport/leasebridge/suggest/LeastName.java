package io.sallyport.leasebridge.suggest;

import io.sallyport.model.CanonicalAction;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * A grant for some actions.
 *
 * @param pattern a target, or if folded, the common prefix of several targets and a star
 * @param folded whether several targets were folded into one
 */
public record LeastName(String capability, String pattern, boolean folded, List<CanonicalAction> questions)
        implements LeastLine {
    public LeastName {
        questions = List.copyOf(questions);
    }

    /** Returns the grant for that action alone. */
    static LeastName of(CanonicalAction action) {
        return new LeastName(action.capability(), action.target(), false, List.of(action));
    }

    /** Returns null for a name with a star in it: patterns have no escape, so it cannot be written exactly. */
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
