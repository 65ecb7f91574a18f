package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.eval.node.Function;
import io.sallyport.regoengine.run.Evaluable;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** A document of a program that can be evaluated. Immutable, safe for concurrent use. */
public final class Entrypoint implements Evaluable {
    private final Program program;
    private final Function query;
    private final int number;

    /** @param number of the query among those of its plan */
    Entrypoint(Program program, Function query, int number) {
        this.program = program;
        this.query = query;
        this.number = number;
    }

    Function query() {
        return query;
    }

    int number() {
        return number;
    }

    @Override
    public String name() {
        return query.name();
    }

    @Override
    public Outcome evaluate(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        return program.evaluate(this, input, data, limits, clock, Program::document);
    }

    /**
     * Evaluates a query for its variables; never throws.
     *
     * @return always defined unless it fails: the set of all answers, each an object of variables to values
     */
    public Outcome evaluateAll(@Nullable RegoValue input, RegoValue data, Limits limits, EvalClock clock) {
        return program.evaluate(this, input, data, limits, clock, results -> results);
    }
}
