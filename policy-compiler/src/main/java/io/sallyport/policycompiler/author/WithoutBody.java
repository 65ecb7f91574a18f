package io.sallyport.policycompiler.author;

import io.sallyport.decision.RequestInput;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * A document that reads its input as a whole, so that nobody can tell whether it came to the body: it is not shown one.
 */
record WithoutBody(Evaluable document) implements Evaluable {
    static @Nullable Evaluable of(@Nullable Evaluable document) {
        return document == null ? null : new WithoutBody(document);
    }

    @Override
    public String name() {
        return document.name();
    }

    @Override
    public Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        return input instanceof RequestInput request
                ? request.withoutBody(shown -> document.evaluate(shown, data, limits, clock))
                : document.evaluate(input, data, limits, clock);
    }
}
