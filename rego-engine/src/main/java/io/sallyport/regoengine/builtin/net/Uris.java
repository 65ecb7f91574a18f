package io.sallyport.regoengine.builtin.net;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The {@code uri.*} family. */
public final class Uris {
    public static final List<Builtin> ALL =
            List.of(Builtin.unary("uri.parse", Uris::parse), Builtin.unary("uri.is_valid", Uris::isValid));

    private Uris() {}

    private static RegoValue parse(BuiltinContext context, RegoValue operand) {
        GoUrl url = GoUrl.parse(paid(context, Operands.text(operand, 1)));
        EntryObject parts = RegoObject.growing();
        put(parts, "scheme", url.scheme());
        put(parts, "hostname", url.hostname());
        put(parts, "port", url.port());
        put(parts, "path", url.path());
        put(parts, "raw_path", url.distinctRawPath());
        put(parts, "raw_query", url.query());
        put(parts, "fragment", url.fragment());
        return parts;
    }

    private static void put(EntryObject parts, String name, String value) {
        if (!value.isEmpty()) {
            parts.put(RegoString.of(name), RegoString.of(value));
        }
    }

    /** The empty text is a reference by RFC 3986, but not what a policy means. */
    private static RegoValue isValid(BuiltinContext context, RegoValue operand) {
        if (!(operand instanceof RegoString string) || string.text().isEmpty()) {
            return RegoBoolean.FALSE;
        }
        try {
            GoUrl.parse(paid(context, string.text()));
            return RegoBoolean.TRUE;
        } catch (BuiltinError e) {
            return RegoBoolean.FALSE;
        }
    }

    private static String paid(BuiltinContext context, String text) {
        context.fuel().makeText(6L * text.length());
        return text;
    }
}
