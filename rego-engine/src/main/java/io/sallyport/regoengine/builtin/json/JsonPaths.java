package io.sallyport.regoengine.builtin.json;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;

/** Parses paths into documents: a string of segments between slashes (RFC 6901), or an array of segments. */
final class JsonPaths {
    private JsonPaths() {}

    static List<RegoValue> segments(BuiltinContext context, RegoValue path) {
        return switch (path) {
            case RegoString string -> ofText(context, string.text());
            case RegoArray array -> {
                context.fuel().makeValues(array.size());
                yield array.list();
            }
            default ->
                throw BuiltinError.operand(
                        2,
                        "must be one of {set, array} containing string paths or array of path segments but got "
                                + path.kind().typeName());
        };
    }

    private static List<RegoValue> ofText(BuiltinContext context, String text) {
        context.fuel().makeText(text.length());
        List<RegoValue> segments = new ArrayList<>();
        if (text.isEmpty()) {
            return segments;
        }
        int from = 0;
        while (from < text.length() && text.charAt(from) == '/') {
            from++;
        }
        for (String segment : text.substring(from).split("/", -1)) {
            context.fuel().makeValues(1);
            segments.add(RegoString.of(segment.replace("~1", "/").replace("~0", "~")));
        }
        return segments;
    }
}
