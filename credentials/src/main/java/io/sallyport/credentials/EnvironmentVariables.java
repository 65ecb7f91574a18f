package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.model.text.Parsed;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Variables of the gateway's own environment.
 *
 * @param variables by the names of the values
 * @param areLines whether the values may have line ends
 */
public record EnvironmentVariables(Map<String, String> variables, boolean areLines) implements SecretSource {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,254}");

    public EnvironmentVariables {
        variables = Map.copyOf(variables);
    }

    /** Returns a source of one value. */
    public static Parsed<EnvironmentVariables> of(String variable) {
        return of(Map.of(NamedSecrets.VALUE, variable));
    }

    /** Returns a source of one value of several lines, such as a key in PEM. */
    public static Parsed<EnvironmentVariables> ofLines(String variable) {
        return of(variable).map(one -> new EnvironmentVariables(one.variables(), true));
    }

    /** Returns a source of several values; {@code variables} are by their names. */
    public static Parsed<EnvironmentVariables> of(Map<String, String> variables) {
        for (String variable : variables.values()) {
            if (!VARIABLE.matcher(variable).matches()) {
                return new Parsed.Rejected<>("a variable has letters, digits and _, and begins with no digit");
            }
        }
        String problem = NamedSecrets.problemOf(variables.keySet());
        return problem == null
                ? new Parsed.Accepted<>(new EnvironmentVariables(variables, false))
                : new Parsed.Rejected<>(problem);
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        try (var gathered = new SecretGathering()) {
            for (Map.Entry<String, String> wanted : variables.entrySet()) {
                String value = context.environment().get(wanted.getValue());
                if (value == null) {
                    return new Unavailable("the variable " + wanted.getValue() + " is not set", false);
                }
                gathered.addText(wanted.getKey(), value, areLines);
            }
            return gathered.result("the environment", null);
        }
    }
}
