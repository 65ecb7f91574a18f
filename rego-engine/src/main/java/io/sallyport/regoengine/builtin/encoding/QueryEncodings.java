package io.sallyport.regoengine.builtin.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.collection.Sets;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** URL query strings (application/x-www-form-urlencoded, as encoded and decoded by Go). */
public final class QueryEncodings {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("urlquery.encode", (context, a) -> RegoString.of(encoded(paid(context, a)))),
            Builtin.unary("urlquery.decode", (context, a) -> RegoString.of(decoded(paid(context, a)))),
            Builtin.unary("urlquery.encode_object", QueryEncodings::encodeObject),
            Builtin.unary("urlquery.decode_object", QueryEncodings::decodeObject));

    private static final String UNRESERVED = "-_.~";

    private QueryEncodings() {}

    private static RegoString encodeObject(BuiltinContext context, RegoValue a) {
        RegoObject object = Operands.object(a, 1);
        List<String> pairs = new ArrayList<>(object.size());
        for (int i = 0; i < object.size(); i++) {
            String name = encoded(paid(context, object.keyAt(i)));
            for (String value : values(context, object.valueAt(i))) {
                pairs.add(name + "=" + encoded(value));
            }
        }
        return RegoString.of(String.join("&", pairs));
    }

    private static List<String> values(BuiltinContext context, RegoValue value) {
        if (value instanceof RegoString) {
            return List.of(paid(context, value));
        }
        try {
            return Sets.elements(value, 1).list().stream()
                    .map(element -> paid(context, element))
                    .toList();
        } catch (BuiltinError e) {
            throw BuiltinError.operand(1, "values must be string, array[string], or set[string]");
        }
    }

    private static RegoObject decodeObject(BuiltinContext context, RegoValue a) {
        Map<String, List<RegoValue>> parameters = new TreeMap<>();
        for (String pair : paid(context, a).split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            if (pair.contains(";")) {
                throw new BuiltinError("invalid semicolon separator in query");
            }
            context.fuel().makeValues(2);
            int at = pair.indexOf('=');
            String name = decoded(at < 0 ? pair : pair.substring(0, at));
            String value = at < 0 ? "" : decoded(pair.substring(at + 1));
            parameters.computeIfAbsent(name, key -> new ArrayList<>()).add(RegoString.of(value));
        }
        EntryObject object = RegoObject.growing();
        parameters.forEach((name, values) -> object.put(name, RegoArray.of(values)));
        return object;
    }

    private static String encoded(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte unit : text.getBytes(UTF_8)) {
            int code = unit & 0xff;
            if (code < 0x80 && (Character.isLetterOrDigit(code) || UNRESERVED.indexOf(code) >= 0)) {
                out.append((char) code);
            } else if (code == ' ') {
                out.append('+');
            } else {
                out.append('%').append(Character.toUpperCase(Character.forDigit(code >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(code & 15, 16)));
            }
        }
        return out.toString();
    }

    private static String decoded(String text) {
        byte[] units = text.getBytes(UTF_8);
        byte[] out = new byte[units.length];
        int length = 0;
        for (int i = 0; i < units.length; i++) {
            if (units[i] == '%') {
                out[length++] = triplet(units, i);
                i += 2;
            } else {
                out[length++] = units[i] == '+' ? (byte) ' ' : units[i];
            }
        }
        return new String(out, 0, length, UTF_8);
    }

    private static byte triplet(byte[] units, int at) {
        int high = at + 2 < units.length ? Character.digit(units[at + 1], 16) : -1;
        int low = at + 2 < units.length ? Character.digit(units[at + 2], 16) : -1;
        if (high < 0 || low < 0) {
            throw new BuiltinError("invalid URL escape");
        }
        return (byte) (high << 4 | low);
    }

    private static String paid(BuiltinContext context, RegoValue operand) {
        String text = Operands.text(operand, 1);
        context.fuel().makeText(3L * text.length());
        return text;
    }
}
