package io.sallyport.regoengine.builtin.number;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;

/** The {@code semver.*} family. */
public final class Versions {
    public static final List<Builtin> ALL = List.of(
            Builtin.binary("semver.compare", Versions::compare), Builtin.unary("semver.is_valid", Versions::isValid));

    private Versions() {}

    private static RegoValue compare(BuiltinContext context, RegoValue a, RegoValue b) {
        String one = Operands.text(a, 1);
        String other = Operands.text(b, 2);
        return RegoNumber.of(Integer.signum(version(context, one, 1).compareTo(version(context, other, 2))));
    }

    private static SemanticVersion version(BuiltinContext context, String text, int position) {
        context.fuel().makeText(text.length());
        SemanticVersion version = SemanticVersion.parse(text);
        if (version == null) {
            throw new BuiltinError("operand %d: string \"%s\" is not a valid SemVer".formatted(position, text));
        }
        return version;
    }

    private static RegoValue isValid(BuiltinContext context, RegoValue operand) {
        context.fuel().steps(operand.weight());
        return RegoBoolean.of(operand instanceof RegoString string && SemanticVersion.parse(string.text()) != null);
    }
}
