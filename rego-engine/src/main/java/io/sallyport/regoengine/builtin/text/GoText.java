package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/** Formats values as Go's {@code fmt} prints decoded JSON: {@code [a b]}, {@code map[a:1 b:2]}, {@code <nil>}. */
final class GoText {
    private GoText() {}

    /** Formats a value; {@code nothing} is the text for an absent value and for null. */
    static String top(Fuel fuel, @Nullable RegoValue value, String nothing) {
        if (value == null || value instanceof RegoNull) {
            return nothing;
        }
        PaidText out = new PaidText(fuel);
        print(out, value);
        return out.toString();
    }

    private static void print(PaidText out, RegoValue value) {
        switch (value) {
            case RegoString string -> out.append(string.text());
            case RegoNull _ -> out.append("<nil>");
            case RegoArray array -> printArray(out, array);
            case RegoObject object -> printObject(out, object);
            default -> out.append(value.toString());
        }
    }

    private static void printArray(PaidText out, RegoArray array) {
        out.append("[");
        for (int i = 0; i < array.size(); i++) {
            out.append(i == 0 ? "" : " ");
            print(out, array.get(i));
        }
        out.append("]");
    }

    private static void printObject(PaidText out, RegoObject object) {
        out.append("map[");
        for (int i = 0; i < object.size(); i++) {
            out.append(i == 0 ? "" : " ");
            print(out, object.keyAt(i));
            out.append(":");
            print(out, object.valueAt(i));
        }
        out.append("]");
    }
}
