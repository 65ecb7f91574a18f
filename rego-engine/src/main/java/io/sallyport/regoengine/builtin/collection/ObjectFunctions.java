package io.sallyport.regoengine.builtin.collection;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on objects. */
public final class ObjectFunctions {
    public static final List<Builtin> ALL = List.of(
            Builtin.ternary("object.get", ObjectFunctions::get),
            Builtin.unary("object.keys", ObjectFunctions::keys),
            Builtin.binary("object.remove", (context, a, b) -> chosen(context, a, b, false)),
            Builtin.binary("object.filter", (context, a, b) -> chosen(context, a, b, true)),
            Builtin.binary("object.union", ObjectFunctions::union),
            Builtin.unary("object.union_n", ObjectFunctions::unionAll),
            Builtin.binary("object.subset", (context, a, b) -> RegoBoolean.of(Subsets.holds(context, a, b))));

    private ObjectFunctions() {}

    private static RegoValue get(BuiltinContext context, RegoValue a, RegoValue b, RegoValue otherwise) {
        RegoObject object = Operands.object(a, 1);
        RegoValue found = b instanceof RegoArray path ? follow(context, object, path) : object.get(b);
        context.fuel().step();
        return found == null ? otherwise : found;
    }

    private static @Nullable RegoValue follow(BuiltinContext context, RegoObject object, RegoArray path) {
        context.fuel().steps(path.size());
        RegoValue found = object;
        for (int i = 0; i < path.size() && found != null; i++) {
            found = Lookups.at(found, path.get(i));
        }
        return found;
    }

    private static RegoSet keys(BuiltinContext context, RegoValue a) {
        RegoObject object = Operands.object(a, 1);
        context.fuel().makeValues(object.size());
        RegoSet keys = RegoSet.growing();
        object.forEach((key, _) -> keys.add(key));
        return keys;
    }

    private static RegoObject chosen(BuiltinContext context, RegoValue a, RegoValue b, boolean keep) {
        RegoObject object = Operands.object(a, 1);
        RegoSet names = names(context, b);
        context.fuel().makeValues(object.size());
        EntryObject result = RegoObject.growing();
        object.forEach((key, value) -> {
            if (names.contains(key) == keep) {
                result.put(key, value);
            }
        });
        return result;
    }

    private static RegoSet names(BuiltinContext context, RegoValue operand) {
        return switch (operand) {
            case RegoSet set -> set;
            case RegoObject object -> keys(context, object);
            case RegoArray array -> {
                context.fuel().makeValues(array.size());
                yield RegoSet.of(array.list());
            }
            default -> throw BuiltinError.operand(2, operand, "object, set, array");
        };
    }

    private static RegoObject union(BuiltinContext context, RegoValue a, RegoValue b) {
        return merged(context, Operands.object(a, 1), Operands.object(b, 2));
    }

    private static RegoObject unionAll(BuiltinContext context, RegoValue a) {
        RegoArray objects = Operands.array(a, 1);
        RegoObject result = RegoObject.growing();
        for (RegoValue element : objects.list()) {
            if (!(element instanceof RegoObject object)) {
                throw BuiltinError.element(1, objects, element, "object");
            }
            result = merged(context, result, object);
        }
        return result;
    }

    /** Merges both objects; for a common key the right value wins, unless both values are objects, which are merged. */
    private static RegoObject merged(BuiltinContext context, RegoObject left, RegoObject right) {
        context.fuel().makeValues((long) left.size() + right.size());
        EntryObject result = RegoObject.growing();
        for (int i = 0; i < left.size(); i++) {
            RegoValue ours = left.valueAt(i);
            RegoValue theirs = right.get(left.keyAt(i));
            boolean both = ours instanceof RegoObject && theirs instanceof RegoObject;
            result.put(left.keyAt(i), theirs == null ? ours : both ? union(context, ours, theirs) : theirs);
        }
        right.forEach((key, value) -> {
            if (left.get(key) == null) {
                result.put(key, value);
            }
        });
        return result;
    }
}
