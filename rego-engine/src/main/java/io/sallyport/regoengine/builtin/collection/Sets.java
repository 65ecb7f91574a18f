package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** Operations on sets. */
public final class Sets {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("and", Sets::and),
            Builtin.binary("or", Sets::or),
            Builtin.binary("set_diff", (context, a, b) -> difference(context, Operands.set(a, 1), Operands.set(b, 2))),
            Builtin.unary("intersection", Sets::intersection),
            Builtin.unary("union", Sets::union));

    private Sets() {}

    public static RegoSet difference(BuiltinContext context, RegoSet left, RegoSet right) {
        context.fuel().makeValues(left.size());
        return left.filter(element -> !right.contains(element));
    }

    private static RegoSet and(BuiltinContext context, RegoValue a, RegoValue b) {
        return both(context, Operands.set(a, 1), Operands.set(b, 2));
    }

    private static RegoSet or(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoSet left = Operands.set(a, 1);
        RegoSet right = Operands.set(b, 2);
        RegoSet result = RegoSet.growing();
        addAll(context, result, left);
        addAll(context, result, right);
        return result;
    }

    private static RegoSet intersection(BuiltinContext context, RegoValue a) {
        RegoSet sets = Operands.set(a, 1);
        if (sets.size() == 0) {
            return RegoSet.EMPTY;
        }
        RegoSet result = Operands.set(sets.at(0), 1);
        for (int i = 1; i < sets.size(); i++) {
            result = both(context, result, Operands.set(sets.at(i), 1));
        }
        return result;
    }

    private static RegoSet union(BuiltinContext context, RegoValue a) {
        RegoSet sets = Operands.set(a, 1);
        RegoSet result = RegoSet.growing();
        for (RegoValue set : sets.list()) {
            addAll(context, result, Operands.set(set, 1));
        }
        return result;
    }

    /** Returns the intersection; iterates over the smaller set. */
    private static RegoSet both(BuiltinContext context, RegoSet left, RegoSet right) {
        if (left.size() > right.size()) {
            return both(context, right, left);
        }
        context.fuel().makeValues(left.size());
        return left.filter(right::contains);
    }

    private static void addAll(BuiltinContext context, RegoSet result, RegoSet added) {
        context.fuel().makeValues(added.size());
        added.list().forEach(result::add);
    }

    /** Returns the elements of an array or a set as an array, or throws if the operand is neither. */
    public static RegoArray elements(RegoValue operand, int position) {
        if (operand instanceof RegoArray array) {
            return array;
        }
        if (!(operand instanceof RegoSet set)) {
            throw BuiltinError.operand(position, operand, "set, array");
        }
        return RegoArray.of(set.list());
    }
}
