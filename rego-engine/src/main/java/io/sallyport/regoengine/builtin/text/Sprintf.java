package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.builtin.TermTexts;
import io.sallyport.regoengine.builtin.ValueSizes;
import io.sallyport.regoengine.builtin.number.Arithmetic;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code sprintf}, equivalent to Go's {@code fmt.Sprintf}. */
public final class Sprintf {
    public static final List<Builtin> ALL = List.of(Builtin.binary("sprintf", Sprintf::format));

    private final BuiltinContext context;
    private final String format;
    private final RegoArray arguments;
    private final StringBuilder out = new StringBuilder();
    private final FormatReader reader;

    private Sprintf(BuiltinContext context, String format, RegoArray arguments) {
        this.context = context;
        this.format = format;
        this.arguments = arguments;
        this.reader = new FormatReader(format, arguments);
    }

    private static RegoString format(BuiltinContext context, RegoValue a, RegoValue b) {
        return RegoString.of(new Sprintf(context, Operands.text(a, 1), Operands.array(b, 2)).run());
    }

    private String run() {
        context.fuel().makeText(format.length());
        out.append(reader.text());
        while (!reader.atEnd()) {
            directive();
            out.append(reader.text());
        }
        extra();
        return out.toString();
    }

    private void directive() {
        FormatSpec spec = reader.spec(out);
        if (reader.atEnd()) {
            out.append("%!(NOVERB)");
            return;
        }
        int verb = reader.verb();
        if (verb == '%') {
            out.append('%');
        } else if (reader.hasBadIndex()) {
            out.append("%!").appendCodePoint(verb).append("(BADINDEX)");
        } else if (reader.used() >= arguments.size()) {
            out.append("%!").appendCodePoint(verb).append("(MISSING)");
        } else {
            append(spec, verb, arguments.get(reader.take()));
        }
    }

    private void append(FormatSpec spec, int verb, RegoValue value) {
        context.fuel().makeText(spec.width() + (long) Math.max(0, spec.precision()));
        Object argument = argument(value);
        String text = verb == 'v' ? value(spec, argument) : FormatVerbs.format(spec, verb, argument);
        if (text == null) {
            out.append("%!")
                    .appendCodePoint(verb)
                    .append('(')
                    .append(argument instanceof BigInteger ? "big.Int" : type(argument))
                    .append('=');
            out.append(shown(spec, argument)).append(')');
        } else {
            context.fuel().makeText(text.length());
            out.append(text);
        }
    }

    /** {@code %#v} quotes a string; a big integer formats itself, by the flags as they are. */
    private static @Nullable String value(FormatSpec spec, Object argument) {
        boolean isQuoted = spec.sharp() && argument instanceof String;
        return FormatVerbs.format(argument instanceof BigInteger ? spec : spec.bare(), isQuoted ? 'q' : 'v', argument);
    }

    private void extra() {
        if (reader.isReordered() || reader.used() >= arguments.size()) {
            return;
        }
        out.append("%!(EXTRA ");
        for (int i = reader.used(); i < arguments.size(); i++) {
            Object argument = argument(arguments.get(i));
            out.append(i == reader.used() ? "" : ", ").append(type(argument)).append('=');
            out.append(shown(FormatSpec.PLAIN, argument));
        }
        out.append(')');
    }

    private static String shown(FormatSpec spec, Object argument) {
        String text = FormatVerbs.format(spec, 'v', argument);
        return text == null ? "" : text;
    }

    /** Returns what OPA passes to Go: an integer, a float, or a string. */
    private Object argument(RegoValue value) {
        return switch (value) {
            case RegoString string -> string.text();
            case RegoNumber number -> numeric(number);
            default -> {
                ValueSizes.pay(context, value);
                yield TermTexts.of(value);
            }
        };
    }

    private Object numeric(RegoNumber number) {
        Arithmetic.pay(context.fuel(), number);
        if (FormatReader.isInteger(number)) {
            return number.longValue();
        }
        String text = number.text();
        if (text.chars().noneMatch(FormatReader::marksFraction)) {
            return new BigInteger(text);
        }
        double nearest = Double.parseDouble(text);
        return Double.isInfinite(nearest) ? text : (Object) nearest;
    }

    private static String type(Object argument) {
        return switch (argument) {
            case Long _ -> "int64";
            case BigInteger _ -> "*big.Int";
            case Double _ -> "float64";
            default -> "string";
        };
    }
}
