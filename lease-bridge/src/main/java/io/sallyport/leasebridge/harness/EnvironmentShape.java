package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Shape;
import java.util.regex.Pattern;

/**
 * The contents of an environment: names that every program can read, and values without NUL, at which they would end.
 */
final class EnvironmentShape {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Shape VALUE = Shape.text(value -> value.indexOf('\0') < 0, "text without NUL");

    /** A mapping of variables. */
    static final Shape VARIABLES = Shape.members((name, variable, what, findings) -> {
        if (!NAME.matcher(name).matches()) {
            String message = what + ": " + Findings.quote(name) + " is no name of a variable";
            String help = "letters, digits and _, no digit first, at most 128";
            findings.error(variable.keyPlace(), DiagnosticCode.BAD_VALUE, message, help);
        }
        VALUE.check(variable.value(), what, findings);
    });

    private EnvironmentShape() {}
}
