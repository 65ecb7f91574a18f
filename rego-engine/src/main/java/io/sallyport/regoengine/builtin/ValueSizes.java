package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;

/** Pays for a value that is about to be written as text, before anything is written. */
final class ValueSizes {
    private ValueSizes() {}

    static void pay(BuiltinContext context, RegoValue value) {
        switch (value) {
            case RegoString string -> context.fuel().makeText(string.text().length() + 2L);
            case RegoArray array -> {
                context.fuel().makeText(array.size());
                for (int i = 0; i < array.size(); i++) {
                    pay(context, array.get(i));
                }
            }
            case RegoSet set -> {
                context.fuel().makeText(set.size());
                for (int i = 0; i < set.size(); i++) {
                    pay(context, set.at(i));
                }
            }
            case RegoObject object -> {
                context.fuel().makeText(object.size());
                for (int i = 0; i < object.size(); i++) {
                    pay(context, object.keyAt(i));
                    pay(context, object.valueAt(i));
                }
            }
            default -> context.fuel().makeText(value.toString().length());
        }
    }
}
