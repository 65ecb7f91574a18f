package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** Charges for a value that is about to be written as text, before anything is written. */
public final class ValueSizes {
    private ValueSizes() {}

    public static void pay(BuiltinContext context, RegoValue value) {
        pay(context.fuel(), value);
    }

    public static void pay(Fuel fuel, RegoValue value) {
        if (value instanceof RegoString string) {
            fuel.makeText(string.text().length() + 2L);
        } else if (value.depth() == 0) {
            fuel.makeText(value.toString().length());
        } else {
            int size = Elements.size(value);
            fuel.makeText(size);
            for (int i = 0; i < size; i++) {
                if (value instanceof RegoObject object) {
                    pay(fuel, object.keyAt(i));
                }
                pay(fuel, Elements.value(value, i));
            }
        }
    }
}
