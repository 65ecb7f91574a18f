package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** Charges for a value that is about to be written as text, before anything is written. */
public final class ValueSizes {
    private ValueSizes() {}

    public static void pay(BuiltinContext context, RegoValue value) {
        pay(context.fuel(), value);
    }

    public static void pay(Fuel fuel, RegoValue value) {
        switch (value) {
            case RegoString string -> fuel.makeText(string.text().length() + 2L);
            case RegoArray array -> {
                fuel.makeText(array.size());
                for (int i = 0; i < array.size(); i++) {
                    pay(fuel, array.get(i));
                }
            }
            case RegoSet set -> {
                fuel.makeText(set.size());
                for (int i = 0; i < set.size(); i++) {
                    pay(fuel, set.at(i));
                }
            }
            case RegoObject object -> {
                fuel.makeText(object.size());
                for (int i = 0; i < object.size(); i++) {
                    pay(fuel, object.keyAt(i));
                    pay(fuel, object.valueAt(i));
                }
            }
            default -> fuel.makeText(value.toString().length());
        }
    }
}
