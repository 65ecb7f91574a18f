package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoValue;

/** Formats values in Rego's notation, which {@code sprintf} uses for everything except strings and numbers. */
public final class TermTexts {
    private TermTexts() {}

    public static String of(RegoValue value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(RegoValue value, StringBuilder out) {
        switch (value) {
            case RegoArray array -> {
                out.append('[');
                for (int i = 0; i < array.size(); i++) {
                    out.append(i == 0 ? "" : ", ");
                    write(array.get(i), out);
                }
                out.append(']');
            }
            case RegoSet set -> {
                out.append(set.size() == 0 ? "set(" : "{");
                for (int i = 0; i < set.size(); i++) {
                    out.append(i == 0 ? "" : ", ");
                    write(set.at(i), out);
                }
                out.append(set.size() == 0 ? ')' : '}');
            }
            case RegoObject object -> {
                out.append('{');
                for (int i = 0; i < object.size(); i++) {
                    out.append(i == 0 ? "" : ", ");
                    write(object.keyAt(i), out);
                    out.append(": ");
                    write(object.valueAt(i), out);
                }
                out.append('}');
            }
            default -> out.append(value);
        }
    }
}
