package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** The source of an operand: a local or a constant. Immutable. */
public final class Source {
    private final int local;
    private final @Nullable RegoValue constant;

    private Source(int local, @Nullable RegoValue constant) {
        this.local = local;
        this.constant = constant;
    }

    static Source local(int number) {
        return new Source(number, null);
    }

    public static Source of(Operand operand) {
        return switch (operand) {
            case Operand.Local(int number) -> local(number);
            case Operand.Constant(var value) -> new Source(-1, value);
        };
    }

    @Nullable
    RegoValue read(@Nullable RegoValue[] locals) {
        return local < 0 ? constant : locals[local];
    }
}
