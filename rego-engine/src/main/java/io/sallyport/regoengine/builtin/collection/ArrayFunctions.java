package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Operations on arrays. */
public final class ArrayFunctions {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("array.concat", ArrayFunctions::concat),
            Builtin.ternary("array.slice", ArrayFunctions::slice),
            Builtin.unary("array.reverse", ArrayFunctions::reverse),
            Builtin.unary("array.flatten", ArrayFunctions::flatten));

    private ArrayFunctions() {}

    private static RegoArray concat(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoArray left = Operands.array(a, 1);
        RegoArray right = Operands.array(b, 2);
        context.fuel().makeValues((long) left.size() + right.size());
        RegoArray result = RegoArray.growing(left.size() + right.size());
        append(left, result);
        append(right, result);
        return result;
    }

    /** By index: a view of a list and its iterator would be made for each of the short arrays that are joined. */
    private static void append(RegoArray from, RegoArray to) {
        for (int i = 0; i < from.size(); i++) {
            to.append(from.get(i));
        }
    }

    private static RegoArray slice(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        RegoArray array = Operands.array(a, 1);
        long from = Operands.integer(b, 2);
        int to = Math.clamp(Operands.integer(c, 3), 0, array.size());
        int start = Math.clamp(from, 0, to);
        context.fuel().makeValues(to - start);
        return array.slice(start, to);
    }

    private static RegoArray reverse(BuiltinContext context, RegoValue a) {
        RegoArray array = Operands.array(a, 1);
        context.fuel().makeValues(array.size());
        return RegoArray.of(array.list().reversed());
    }

    /** Flattens one level. */
    private static RegoArray flatten(BuiltinContext context, RegoValue a) {
        RegoArray array = Operands.array(a, 1);
        RegoArray result = RegoArray.growing(array.size());
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) instanceof RegoArray nested) {
                context.fuel().makeValues(nested.size());
                append(nested, result);
            } else {
                context.fuel().makeValues(1);
                result.append(array.get(i));
            }
        }
        return result;
    }
}
