package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoValue;

/** What a statement works on. */
public sealed interface Operand {
    /** The local variable with this number. */
    record Local(int number) implements Operand {}

    /** A string or a boolean of the text. */
    record Constant(RegoValue value) implements Operand {}
}
