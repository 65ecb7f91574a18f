package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The {@code regex.*} family, with RE2 expressions as in OPA. */
public final class Regexes {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("regex.match", Regexes::match),
            Builtin.binary("re_match", Regexes::match),
            Builtin.unary("regex.is_valid", Regexes::isValid),
            Builtin.binary("regex.split", Regexes::split),
            Builtin.ternary("regex.find_n", Regexes::find),
            Builtin.ternary("regex.find_all_string_submatch_n", Regexes::findGroups),
            Builtin.ternary("regex.replace", Regexes::replace),
            Builtin.variadic("regex.template_match", 4, Regexes::templateMatch),
            Builtin.binary("regex.globs_match", Regexes::globsMatch));

    private Regexes() {}

    private static RegoValue match(BuiltinContext context, RegoValue pattern, RegoValue text) {
        String matched = Operands.text(text, 2);
        TextMatcher matcher = TextMatcher.of(context, Operands.string(pattern, 1));
        return RegoBoolean.of(matcher.isFoundIn(matched, context.fuel()));
    }

    private static RegoValue globsMatch(BuiltinContext context, RegoValue a, RegoValue b) {
        SimpleGlob first = SimpleGlob.parse(context.fuel(), Operands.text(a, 1));
        SimpleGlob second = SimpleGlob.parse(context.fuel(), Operands.text(b, 2));
        return RegoBoolean.of(GlobIntersection.exists(context.fuel(), first, second));
    }

    private static Regex regex(BuiltinContext context, RegoValue pattern, int position) {
        return Regex.of(context, Operands.text(pattern, position));
    }

    private static RegoValue isValid(BuiltinContext context, RegoValue pattern) {
        if (!(pattern instanceof RegoString string)) {
            return RegoBoolean.FALSE;
        }
        try {
            Regex.of(context, string.text());
            return RegoBoolean.TRUE;
        } catch (BuiltinError e) {
            return RegoBoolean.FALSE;
        }
    }

    private static RegoValue split(BuiltinContext context, RegoValue pattern, RegoValue text) {
        String whole = Operands.text(text, 2);
        Regex regex = regex(context, pattern, 1);
        RegoArray parts = RegoArray.growing(0);
        int from = 0;
        int end = 0;
        for (RegexMatch match : regex.findAll(whole, -1, context.fuel())) {
            end = match.start();
            if (match.end() != 0) {
                parts.append(RegoString.of(whole.substring(from, end)));
            }
            from = match.end();
        }
        if (end != whole.length() || whole.isEmpty()) {
            parts.append(RegoString.of(whole.substring(from)));
        }
        return parts;
    }

    private static RegoValue find(BuiltinContext context, RegoValue pattern, RegoValue text, RegoValue count) {
        String whole = Operands.text(text, 2);
        long wanted = Operands.integer(count, 3);
        RegoArray found = RegoArray.growing(0);
        for (RegexMatch match : regex(context, pattern, 1).findAll(whole, wanted, context.fuel())) {
            found.append(RegoString.of(match.group(whole, 0)));
        }
        return found;
    }

    private static RegoValue findGroups(BuiltinContext context, RegoValue pattern, RegoValue text, RegoValue count) {
        String whole = Operands.text(text, 2);
        long wanted = Operands.integer(count, 3);
        RegoArray found = RegoArray.growing(0);
        for (RegexMatch match : regex(context, pattern, 1).findAll(whole, wanted, context.fuel())) {
            RegoArray groups = RegoArray.growing(match.groups());
            for (int i = 0; i < match.groups(); i++) {
                groups.append(RegoString.of(match.group(whole, i)));
            }
            found.append(groups);
        }
        return found;
    }

    private static RegoValue replace(BuiltinContext context, RegoValue text, RegoValue pattern, RegoValue template) {
        String whole = Operands.text(text, 1);
        Regex regex = regex(context, pattern, 2);
        String by = Operands.text(template, 3);
        return RegoString.of(new RegexReplacement(regex, by, whole, context.fuel()).replaceAll());
    }

    private static RegoValue templateMatch(BuiltinContext context, RegoValue[] operands) {
        String template = Operands.text(operands[0], 1);
        String text = Operands.text(operands[1], 2);
        String before = Operands.text(operands[2], 3);
        String after = Operands.text(operands[3], 4);
        char start = delimiter(before, "start");
        char end = delimiter(after, "end");
        context.fuel().read(template.length());
        RegexSize.of(template);
        String expression = RegexTemplate.expression(template, start, end);
        return RegoBoolean.of(Regex.of(context, expression).isFoundIn(text, context.fuel()));
    }

    private static char delimiter(String text, String which) {
        if (text.length() == 1 && text.charAt(0) < 0x80) {
            return text.charAt(0);
        }
        throw new BuiltinError(
                "%s delimiter has to be exactly one character long but is %d long".formatted(which, text.length()));
    }
}
