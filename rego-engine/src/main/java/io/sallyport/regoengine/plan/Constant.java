package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** A value of the text, and how it is written: numbers that are equal may be written otherwise. */
record Constant(RegoValue value, String text) {
    static Constant of(RegoValue value) {
        return new Constant(value, value.toString());
    }

    /** What {@code statement} assigns, where that is a constant by itself. */
    static @Nullable Constant of(Statement statement) {
        return switch (statement) {
            case Statement.AssignInt s -> of(RegoNumber.of(s.value()));
            case Statement.MakeNumber s -> of(s.value());
            case Statement.MakeNull _ -> of(RegoNull.NULL);
            case Statement.AssignVar s -> of(s.source());
            case Statement.AssignVarOnce s -> of(s.source());
            default -> null;
        };
    }

    static @Nullable Constant of(Operand operand) {
        return operand instanceof Operand.Constant(var value) ? of(value) : null;
    }

    /** The local that {@code statement} assigns, where it does nothing but that. */
    static Operand.@Nullable Local source(Statement statement) {
        return switch (statement) {
            case Statement.AssignVar(Operand.Local source, int _, Position _) -> source;
            case Statement.AssignVarOnce(Operand.Local source, int _, Position _) -> source;
            default -> null;
        };
    }

    boolean isScalar() {
        return switch (value) {
            case RegoArray _, RegoObject _, RegoSet _ -> false;
            default -> true;
        };
    }
}
