package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions that derive strings from strings: case, trimming, replacing. */
public final class StringChanges {
    public static final List<Builtin> ALL = List.of(
            Builtin.unary("lower", (context, a) -> mapped(context, a, Character::toLowerCase)),
            Builtin.unary("upper", (context, a) -> mapped(context, a, Character::toUpperCase)),
            Builtin.unary("strings.reverse", StringChanges::reverse),
            Builtin.unary("trim_space", (context, a) -> trimmed(context, a, StringChanges::isSpace, true, true)),
            Builtin.binary("trim", (context, a, b) -> trimmed(context, a, within(b), true, true)),
            Builtin.binary("trim_left", (context, a, b) -> trimmed(context, a, within(b), true, false)),
            Builtin.binary("trim_right", (context, a, b) -> trimmed(context, a, within(b), false, true)),
            Builtin.binary("trim_prefix", StringChanges::trimPrefix),
            Builtin.binary("trim_suffix", StringChanges::trimSuffix),
            Builtin.ternary("replace", StringChanges::replace),
            Builtin.binary("strings.replace_n", StringChanges::replaceAll));

    private StringChanges() {}

    /** Maps code points one to one, as Go does; there are no special cases. */
    private static RegoString mapped(BuiltinContext context, RegoValue a, IntUnaryOperator change) {
        String text = paid(context, a);
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(point -> result.appendCodePoint(change.applyAsInt(point)));
        return RegoString.of(result.toString());
    }

    private static RegoString reverse(BuiltinContext context, RegoValue a) {
        return RegoString.of(new StringBuilder(paid(context, a)).reverse().toString());
    }

    private static RegoString trimmed(
            BuiltinContext context, RegoValue a, IntPredicate cut, boolean left, boolean right) {
        String text = paid(context, a);
        int from = 0;
        while (left && from < text.length() && cut.test(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        int to = text.length();
        while (right && to > from && cut.test(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return RegoString.of(text.substring(from, to));
    }

    private static IntPredicate within(RegoValue operand) {
        String cutset = Operands.text(operand, 2);
        return point -> cutset.indexOf(point) >= 0;
    }

    /** Unicode white space as defined by Go. */
    private static boolean isSpace(int point) {
        return (point >= 0x09 && point <= 0x0d) || point == 0x85 || Character.isSpaceChar(point);
    }

    private static RegoString trimPrefix(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = paid(context, a);
        String prefix = Operands.text(b, 2);
        return RegoString.of(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
    }

    private static RegoString trimSuffix(BuiltinContext context, RegoValue a, RegoValue b) {
        String text = paid(context, a);
        String suffix = Operands.text(b, 2);
        return RegoString.of(text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text);
    }

    private static RegoString replace(BuiltinContext context, RegoValue a, RegoValue b, RegoValue c) {
        String text = Operands.text(a, 1);
        return replaced(context, text, List.of(new Change(Operands.text(b, 2), Operands.text(c, 3))));
    }

    private static RegoString replaceAll(BuiltinContext context, RegoValue a, RegoValue b) {
        RegoObject patterns = Operands.object(a, 1);
        List<Change> changes = new ArrayList<>(patterns.size());
        for (int i = 0; i < patterns.size(); i++) {
            if (!(patterns.keyAt(i) instanceof RegoString from)) {
                throw BuiltinError.operand(1, "non-string key found in pattern object");
            }
            if (!(patterns.valueAt(i) instanceof RegoString to)) {
                throw BuiltinError.operand(1, "non-string value found in pattern object");
            }
            changes.add(new Change(from.text(), to.text()));
        }
        return replaced(context, Operands.text(b, 2), changes);
    }

    /**
     * Replaces from left to right; at each position the first matching change applies, and replacements are not
     * searched again. An empty {@code from} matches once at each position.
     */
    private static RegoString replaced(BuiltinContext context, String text, List<Change> changes) {
        context.fuel().makeText(text.length());
        StringBuilder result = new StringBuilder(text.length());
        boolean afterEmpty = false;
        int at = 0;
        while (at <= text.length()) {
            Change change = at(context, text, at, changes, afterEmpty);
            afterEmpty = change != null && change.from.isEmpty();
            if (change != null) {
                context.fuel().makeText(change.to.length());
                result.append(change.to);
                at += change.from.length();
            } else if (at == text.length()) {
                break;
            } else {
                result.appendCodePoint(text.codePointAt(at));
                at += Character.charCount(text.codePointAt(at));
            }
        }
        return RegoString.of(result.toString());
    }

    private static @Nullable Change at(
            BuiltinContext context, String text, int at, List<Change> changes, boolean skipEmpty) {
        context.fuel().steps(changes.size());
        for (Change change : changes) {
            if (!(skipEmpty && change.from.isEmpty()) && text.startsWith(change.from, at)) {
                return change;
            }
        }
        return null;
    }

    private static String paid(BuiltinContext context, RegoValue a) {
        String text = Operands.text(a, 1);
        context.fuel().makeText(text.length());
        return text;
    }

    private record Change(String from, String to) {}
}
