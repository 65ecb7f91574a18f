package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoValue;

/** An operand of a statement. */
public sealed interface Operand {
    /** The local variable with this number. */
    record Local(int number) implements Operand {}

    /** A string or a boolean constant. */
    record Constant(RegoValue value) implements Operand {}
}
