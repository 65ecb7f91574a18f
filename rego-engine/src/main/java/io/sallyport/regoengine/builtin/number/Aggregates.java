package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.collection.Lookups;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Aggregates of arrays, sets and objects: counts, sums, extremes, membership. */
public final class Aggregates {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("count", Aggregates::count),
            Builtin.unary("sum", Aggregates::sum),
            Builtin.unary("product", Aggregates::product),
            Builtin.unary("max", (context, a) -> extreme(context, a, 1)),
            Builtin.unary("min", (context, a) -> extreme(context, a, -1)),
            Builtin.unary("sort", Aggregates::sort),
            Builtin.unary("all", Aggregates::all),
            Builtin.unary("any", Aggregates::any),
            Builtin.binary("internal.member_2", Aggregates::member),
            Builtin.ternary("internal.member_3", Aggregates::memberAt));

    private static final int DOUBLE_BITS = 53;

    private Aggregates() {}

    private static RegoNumber count(BuiltinContext context, RegoValue a) {
        context.fuel().step();
        return switch (a) {
            case RegoArray _, RegoSet _, RegoObject _ -> RegoNumber.of(Elements.size(a));
            case RegoString string -> {
                context.fuel().read(string.text().length());
                yield RegoNumber.of(
                        string.text().codePointCount(0, string.text().length()));
            }
            default -> throw BuiltinError.operand(1, a, "array, object, set, string");
        };
    }

    private static RegoNumber sum(BuiltinContext context, RegoValue a) {
        RegoArray elements = paid(context, a);
        if (areIntegers(elements)) {
            RegoNumber sum = RegoNumber.of(0);
            for (RegoValue element : elements.list()) {
                sum = Arithmetic.add(sum, numberIn(a, element));
            }
            return sum;
        }
        BigDecimal sum = BigDecimal.ZERO;
        for (RegoValue element : elements.list()) {
            sum = BinaryFloats.round(sum.add(Arithmetic.floating(numberIn(a, element))));
        }
        return Arithmetic.number(sum);
    }

    /** One element that is no integer makes OPA calculate with floating-point numbers from the start. */
    private static boolean areIntegers(RegoArray elements) {
        return elements.list().stream()
                .allMatch(element -> element instanceof RegoNumber number && Arithmetic.integer(number) != null);
    }

    private static RegoNumber product(BuiltinContext context, RegoValue a) {
        RegoArray elements = paid(context, a);
        if (!areIntegers(elements)) {
            return floatProduct(a, elements);
        }
        RegoNumber product = RegoNumber.of(1);
        for (RegoValue element : elements.list()) {
            Arithmetic.pay(context.fuel(), product);
            product = Arithmetic.multiply(product, numberIn(a, element));
        }
        return product;
    }

    /** The product has the 53 bits of its first factor, which is 1. */
    private static RegoNumber floatProduct(RegoValue a, RegoArray elements) {
        BigDecimal product = BigDecimal.ONE;
        boolean negative = false;
        for (RegoValue element : elements.list()) {
            RegoNumber factor = numberIn(a, element);
            negative ^= Arithmetic.isNegative(factor);
            product = BinaryFloats.round(product.multiply(Arithmetic.floating(factor)), DOUBLE_BITS);
        }
        return Arithmetic.signed(RegoNumber.parse(BinaryFloats.text(product, DOUBLE_BITS)), negative);
    }

    private static @Nullable RegoValue extreme(BuiltinContext context, RegoValue a, int sign) {
        RegoArray elements = paid(context, a);
        if (elements.size() == 0) {
            return null;
        }
        RegoValue found = elements.get(0);
        for (int i = 1; i < elements.size(); i++) {
            if (elements.get(i).compareTo(found) * sign >= 0) {
                found = elements.get(i);
            }
        }
        return found;
    }

    private static RegoArray sort(BuiltinContext context, RegoValue a) {
        RegoArray elements = paid(context, a);
        int size = elements.size();
        context.fuel().makeValues(size);
        context.fuel().steps((long) size * (Integer.SIZE - Integer.numberOfLeadingZeros(size)));
        RegoValue[] sorted = elements.list().toArray(new RegoValue[size]);
        Arrays.sort(sorted);
        return RegoArray.of(sorted);
    }

    private static RegoBoolean all(BuiltinContext context, RegoValue a) {
        return RegoBoolean.of(paid(context, a).list().stream().allMatch(RegoBoolean.TRUE::equals));
    }

    private static RegoBoolean any(BuiltinContext context, RegoValue a) {
        return RegoBoolean.of(paid(context, a).list().contains(RegoBoolean.TRUE));
    }

    private static RegoBoolean member(BuiltinContext context, RegoValue element, RegoValue in) {
        context.fuel().step();
        return RegoBoolean.of(
                switch (in) {
                    case RegoSet set -> set.contains(element);
                    case RegoArray array -> holds(context, array, element);
                    case RegoObject object -> holdsValue(context, object, element);
                    default -> false;
                });
    }

    private static RegoBoolean memberAt(BuiltinContext context, RegoValue key, RegoValue value, RegoValue in) {
        context.fuel().step();
        RegoValue found = Lookups.at(in, key);
        return RegoBoolean.of(found != null && found.equals(value));
    }

    private static boolean holds(BuiltinContext context, RegoArray array, RegoValue element) {
        if (!array.isIndexed()) {
            context.fuel().steps(array.size());
        }
        return array.first(element) >= 0;
    }

    private static boolean holdsValue(BuiltinContext context, RegoObject object, RegoValue element) {
        context.fuel().steps(object.size());
        for (int i = 0; i < object.size(); i++) {
            if (object.valueAt(i).equals(element)) {
                return true;
            }
        }
        return false;
    }

    private static RegoArray paid(BuiltinContext context, RegoValue a) {
        RegoArray elements = Sets.elements(a, 1);
        context.fuel().steps(elements.size());
        return elements;
    }

    private static RegoNumber numberIn(RegoValue operand, RegoValue element) {
        if (element instanceof RegoNumber number) {
            return number;
        }
        throw BuiltinError.element(1, operand, element, "number");
    }
}
