package io.sallyport.regoengine.builtin.type;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The {@code cast_*} family, which only policies of version 0 can call; arrays and sets convert into each other. */
public final class Casts {
    public static final List<Builtin> ALL = List.of(
            only("cast_string", RegoKind.STRING),
            only("cast_boolean", RegoKind.BOOLEAN),
            only("cast_null", RegoKind.NULL),
            only("cast_object", RegoKind.OBJECT),
            Builtin.unary("cast_array", Casts::toArray),
            Builtin.unary("cast_set", Casts::toSet));

    private Casts() {}

    /** Accepts values of this kind and returns them unchanged. */
    private static Builtin only(String name, RegoKind kind) {
        return Builtin.unary(name, (context, a) -> {
            context.fuel().step();
            if (a.kind() != kind) {
                throw BuiltinError.operand(1, a, kind.typeName());
            }
            return a;
        });
    }

    private static RegoValue toArray(BuiltinContext context, RegoValue a) {
        if (!(a instanceof RegoSet set)) {
            context.fuel().step();
            return elements(a);
        }
        context.fuel().makeValues(set.size());
        return RegoArray.of(set.list());
    }

    private static RegoArray elements(RegoValue a) {
        if (a instanceof RegoArray array) {
            return array;
        }
        throw BuiltinError.operand(1, a, "array, set");
    }

    private static RegoValue toSet(BuiltinContext context, RegoValue a) {
        if (a instanceof RegoSet set) {
            context.fuel().step();
            return set;
        }
        RegoArray array = elements(a);
        context.fuel().makeValues(array.size());
        return RegoSet.of(array.list());
    }
}
