package io.sallyport.policycompiler.author;

import io.sallyport.decision.RequestInput;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A document that reads its input as a whole, so that nobody can tell to what of it it came: of what requests say in
 * their bodies it is shown what it names, and counts as having come to all of that.
 *
 * @param names the fields and forms that it names
 */
record ReadsContents(Evaluable document, Set<String> names) implements Evaluable {
    static @Nullable Evaluable of(@Nullable Evaluable document, Set<String> names) {
        return document == null ? null : new ReadsContents(document, names);
    }

    @Override
    public String name() {
        return document.name();
    }

    @Override
    public Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        return input instanceof RequestInput request
                ? request.showing(names, shown -> document.evaluate(shown, data, limits, clock))
                : document.evaluate(input, data, limits, clock);
    }
}
