package io.sallyport.regoengine.builtin;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.List;

/** {@code sprintf}, which is Go's {@code fmt.Sprintf}; argument indexes and widths from arguments are refused. */
final class Sprintf {
    static final List<Builtin> ALL = List.of(Builtin.binary("sprintf", Sprintf::format));

    private final BuiltinContext context;
    private final String format;
    private final RegoArray arguments;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private int used;

    private Sprintf(BuiltinContext context, String format, RegoArray arguments) {
        this.context = context;
        this.format = format;
        this.arguments = arguments;
    }

    private static RegoString format(BuiltinContext context, RegoValue a, RegoValue b) {
        return RegoString.of(new Sprintf(context, Operands.text(a, 1), Operands.array(b, 2)).run());
    }

    private String run() {
        context.fuel().makeText(format.length());
        while (at < format.length()) {
            char unit = format.charAt(at++);
            if (unit == '%') {
                directive();
            } else {
                out.append(unit);
            }
        }
        extra();
        return out.toString();
    }

    private void directive() {
        FormatSpec spec = FormatSpec.read(format, at);
        at = spec.end();
        if (at >= format.length()) {
            out.append("%!(NOVERB)");
            return;
        }
        int verb = format.codePointAt(at);
        at += Character.charCount(verb);
        if (verb == '%') {
            out.append('%');
        } else if (used >= arguments.size()) {
            out.append("%!").appendCodePoint(verb).append("(MISSING)");
        } else {
            append(spec, verb, arguments.get(used++));
        }
    }

    private void append(FormatSpec spec, int verb, RegoValue value) {
        context.fuel().makeText(spec.width() + (long) Math.max(0, spec.precision()));
        Object argument = argument(value);
        String text = FormatVerbs.format(spec, verb, argument);
        if (text == null) {
            out.append("%!")
                    .appendCodePoint(verb)
                    .append('(')
                    .append(type(argument))
                    .append('=');
            out.append(shown(spec, argument)).append(')');
        } else {
            context.fuel().makeText(text.length());
            out.append(text);
        }
    }

    private void extra() {
        if (used >= arguments.size()) {
            return;
        }
        out.append("%!(EXTRA ");
        for (int i = used; i < arguments.size(); i++) {
            Object argument = argument(arguments.get(i));
            out.append(i == used ? "" : ", ").append(type(argument)).append('=');
            out.append(shown(FormatSpec.PLAIN, argument));
        }
        out.append(')');
    }

    private static String shown(FormatSpec spec, Object argument) {
        String text = FormatVerbs.format(spec, 'v', argument);
        return text == null ? "" : text;
    }

    /** What OPA hands to Go: an integer, a float, or text. */
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
        String text = number.text();
        if (text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            return number.isLong() ? (Object) number.longValue() : new BigInteger(text);
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
