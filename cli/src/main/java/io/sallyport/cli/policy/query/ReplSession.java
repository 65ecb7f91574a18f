package io.sallyport.cli.policy.query;

import io.sallyport.cli.command.CliException;
import io.sallyport.policycompiler.bundle.OpaBundle;
import io.sallyport.regoengine.compiler.CompileRequest.AdHocQuery;
import io.sallyport.regoengine.value.RegoValue;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules, the input and the settings of one interactive session. Confined to one thread. */
public final class ReplSession {
    private static final String FILE = "repl.rego";
    private static final String PACKAGE = "repl";

    /** The maximum number of rules of a session. */
    private static final int MAX_DEFINITIONS = 1_000;

    private static final Pattern INPUT = Pattern.compile("input\\s*:?=(?!=)\\s*(.*)", Pattern.DOTALL);

    /** A rule's head, up to what only a rule has; group 1 is its name. */
    private static final Pattern RULE = Pattern.compile(
            "(?:default\\s+)?([A-Za-z_]\\w*)(?:\\([^)]*\\)|\\[[^]]*]|\\.\\w+)*\\s*(?::=[^;]*|\\bif\\b.*|contains\\b.*)",
            Pattern.DOTALL);

    private static final String HELP = """
            an expression         its answers: 1 + 1, data.sallyport.guardrails.deny, x := [1, 2][_]; x > 1
            a rule                is added to package repl: is_get if input.net.method == "GET"
            input = VALUE         sets input; input alone prints it
            data                  all data and rules
            show                  the rules of this session
            unset NAME            removes the rules of that name; unset input removes the input
            trace                 shows, or no longer shows, which expressions fail
            exit                  ends""";

    private final OpaBundle sources;
    private final InstantSource clock;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<String> definitions = new ArrayList<>();
    private @Nullable RegoValue input;
    private boolean tracing;

    public ReplSession(
            OpaBundle sources, @Nullable RegoValue input, InstantSource clock, PrintWriter out, PrintWriter err) {
        this.sources = sources;
        this.input = input;
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** Returns whether a bracket of the text is still open, so that more must follow. */
    public static boolean isOpen(String text) {
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '\\' && quoted) {
                i++;
            } else if (unit == '"') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += "([{".indexOf(unit) >= 0 ? 1 : ")]}".indexOf(unit) >= 0 ? -1 : 0;
            }
        }
        return depth > 0;
    }

    /** Answers one line; returns false if it ends the session. */
    public boolean answer(String line) {
        if (line.equals("exit") || line.equals("quit")) {
            return false;
        }
        try {
            answered(line);
        } catch (CliException e) {
            err.println(e.getMessage());
        }
        out.flush();
        err.flush();
        return true;
    }

    private void answered(String line) throws CliException {
        Matcher setsInput = INPUT.matcher(line);
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        if (line.equals("help")) {
            out.println(HELP);
        } else if (line.equals("show")) {
            out.println(module(definitions));
        } else if (line.equals("trace")) {
            tracing = !tracing;
            out.println("trace " + (tracing ? "on" : "off"));
        } else if (line.startsWith("unset ")) {
            unset(line.substring("unset ".length()).strip());
        } else if (setsInput.matches()) {
            input = value(setsInput.group(1));
        } else if (RULE.matcher(line).matches()) {
            define(line);
        } else {
            out.println(ask(line, definitions).text());
        }
    }

    private QueryAnswers ask(String query, List<String> defined) throws CliException {
        var modules = new TreeMap<>(sources.modules());
        modules.put(FILE, module(defined));
        var run = new QueryRun(sources.withModules(modules), new AdHocQuery(query, PACKAGE), false);
        return run.ask(input, clock, new QueryReport(err, tracing, run.texts()));
    }

    private RegoValue value(String expression) throws CliException {
        List<RegoValue> values = ask(expression, definitions).values();
        if (values.size() != 1) {
            throw CliException.unusable("input: no value (expected: input = VALUE)");
        }
        return values.getFirst();
    }

    /** Adds a definition if everything compiles with it. */
    private void define(String line) throws CliException {
        if (definitions.size() == MAX_DEFINITIONS) {
            throw CliException.unusable("more than " + MAX_DEFINITIONS + " rules");
        }
        List<String> with = new ArrayList<>(definitions);
        with.add(line);
        ask("true", with);
        definitions.add(line);
        out.println("defined");
    }

    private void unset(String name) throws CliException {
        if (name.equals("input")) {
            input = null;
            return;
        }
        if (!definitions.removeIf(line -> name.equals(nameOf(line)))) {
            throw CliException.unusable("unset: no rule " + name);
        }
    }

    private static String nameOf(String line) {
        Matcher rule = RULE.matcher(line);
        return rule.matches() ? rule.group(1) : line;
    }

    private static String module(List<String> defined) {
        var text = new StringBuilder("package " + PACKAGE + "\n");
        defined.forEach(line -> text.append('\n').append(line).append('\n'));
        return text.toString();
    }
}
