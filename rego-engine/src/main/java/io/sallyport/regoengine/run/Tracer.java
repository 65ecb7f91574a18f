package io.sallyport.regoengine.run;

import io.sallyport.regoengine.plan.Position;

/** Receives what an evaluation comes to, for the policy's author. Called on the thread that evaluates. */
public interface Tracer {
    /** Reports that a rule, function or query is evaluated; a rule whose value is known is not evaluated again. */
    void entered(String name, Position at);

    /** Reports that the expression at that place is evaluated. */
    void reached(Position at);

    /** Reports that the expression at that place is false or undefined. */
    void failed(Position at);

    /** Reports that a negation at that place holds, because what it negates, reported as failed, does not. */
    void negated(Position at);
}
