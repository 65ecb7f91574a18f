package io.sallyport.regoengine.run;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** A document of a policy that can be evaluated, whichever engine runs it. Safe for concurrent use. */
public interface Evaluable {
    /** Returns the name given to the compiler, such as {@code sallyport/decision}. */
    String name();

    /**
     * Evaluates the document; never throws.
     *
     * @param input null if there is none
     * @param data the base documents, an object
     */
    Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock);
}
