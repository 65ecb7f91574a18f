package io.sallyport.apiservers;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One server that a run wants. Immutable.
 *
 * @param script the program, absolute; started itself, never through a shell
 * @param arguments before those of the contract
 * @param port 1024..65535, or 0: one is chosen at start
 * @param environment all that it gets beside {@code PATH} and {@code SALLYPORT_RUN}
 * @param credentials texts of its environment that must not stand in its log
 * @param token how it takes its token
 */
public record ApiServerSpec(
        ApiServerName name,
        Path script,
        List<String> arguments,
        int port,
        Map<String, String> environment,
        Set<String> credentials,
        TokenDelivery token) {
    /** What the names of variables begin with that the gateway sets. */
    static final String OWN_PREFIX = "SALLYPORT_";

    /** The variable in which a server finds the words, a JSON array, by which it exchanges files with its sandbox. */
    public static final String FILES_VARIABLE = OWN_PREFIX + "FILES";

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** In the name of a variable: its value is taken for a credential. */
    private static final List<String> SECRET_WORDS =
            List.of("AUTH", "CREDENTIAL", "KEY", "PASS", "PRIVATE", "PWD", "SECRET", "TOKEN");
    /** Characters of a value that is taken for one by its name: {@code 1} and {@code true} are none. */
    private static final int MIN_SECRET = 8;

    public ApiServerSpec {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        credentials = Set.copyOf(credentials);
        if (!script.isAbsolute()) {
            throw new IllegalArgumentException("script: " + script + " (expected: an absolute path)");
        }
        if (!isPort(port)) {
            throw new IllegalArgumentException("port: " + port + " (expected: 0, or 1024 to 65535)");
        }
        arguments.forEach(argument -> wantNoNul("argument", argument));
        environment.forEach((variable, value) -> {
            if (!VARIABLE.matcher(variable).matches()) {
                throw new IllegalArgumentException("variable: " + variable + " (expected: " + VARIABLE + ")");
            }
            if (isGateways(variable)) {
                throw new IllegalArgumentException(
                        "variable: " + variable + " (expected: one that the gateway leaves)");
            }
            wantNoNul(variable, value);
        });
    }

    private static boolean isGateways(String variable) {
        return variable.equals("PATH") || (variable.startsWith(OWN_PREFIX) && !variable.equals(FILES_VARIABLE));
    }

    /** The same server, which can exchange files with its sandbox by {@code words}. */
    public ApiServerSpec withFiles(String words) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(FILES_VARIABLE, words);
        return new ApiServerSpec(name, script, arguments, port, more, credentials, token);
    }

    /** What must not stand in a log: its credentials, and values of variables whose names say that they are some. */
    Set<String> secrets() {
        Set<String> secrets = new HashSet<>(credentials);
        environment.forEach((variable, value) -> {
            String name = variable.toUpperCase(Locale.ROOT);
            if (value.length() >= MIN_SECRET && SECRET_WORDS.stream().anyMatch(name::contains)) {
                secrets.add(value);
            }
        });
        return secrets;
    }

    /** Whether {@code port} may stand in a spec. */
    public static boolean isPort(int port) {
        return port == 0 || (port >= 1024 && port <= 65535);
    }

    /** The value is not told: it may be a credential. */
    private static void wantNoNul(String what, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + ": has a NUL in it");
        }
    }

    /** Without the environment and the arguments, which may hold credentials. */
    @Override
    public String toString() {
        return "ApiServerSpec[" + name + ", " + script + ", port " + port + "]";
    }
}
