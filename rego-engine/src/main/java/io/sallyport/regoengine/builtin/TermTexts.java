package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.Elements;
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
            case RegoArray _ -> writeElements("[", value, "]", out);
            case RegoSet set when set.size() == 0 -> out.append("set()");
            case RegoSet _, RegoObject _ -> writeElements("{", value, "}", out);
            default -> out.append(value);
        }
    }

    private static void writeElements(String open, RegoValue value, String close, StringBuilder out) {
        out.append(open);
        for (int i = 0; Elements.reaches(value, i); i++) {
            out.append(i == 0 ? "" : ", ");
            if (value instanceof RegoObject object) {
                write(object.keyAt(i), out);
                out.append(": ");
            }
            write(Elements.value(value, i), out);
        }
        out.append(close);
    }
}
