package io.sallyport.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.CompileRequest;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.Entrypoint;
import io.sallyport.regoengine.eval.LoadedProgram;
import io.sallyport.regoengine.eval.Program;
import io.sallyport.regoengine.eval.ToBytecode;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The four common ways to query a list of rules in Rego, and such lists. */
final class PolicyShapes {
    static final String REGO = """
            package shapes

            globs contains rule.name if {
            	some rule in data.rules
            	rule.method == input.method
            	glob.match(rule.host, ["."], input.host)
            }

            equals contains rule.name if {
            	some rule in data.rules
            	rule.method == input.method
            	rule.exact == input.host
            }

            head if {
            	some rule in data.rules
            	rule.method == input.method
            	rule.exact == input.host
            }

            indexed contains rule.name if {
            	some rule in data.by_host[input.host]
            	rule.method == input.method
            }
            """;
    private static final List<String> NAMES = List.of("globs", "equals", "head", "indexed");
    private static final CompileBudget BUDGET = new CompileBudget(Duration.ofMinutes(5), 1 << 20, 10, false);

    private PolicyShapes() {}

    /** Returns the document named {@code shape}. */
    static Entrypoint document(String shape, ToBytecode when) {
        return document(Planned.PLAN, "shapes/" + shape, when);
    }

    /** Returns the document at {@code path} of a plan. */
    static Entrypoint document(byte[] plan, String path, ToBytecode when) {
        if (!(Program.load(plan, StandardBuiltins.all(), when) instanceof LoadedProgram.Ready(Program program))) {
            throw new IllegalStateException("the plan does not load");
        }
        return Objects.requireNonNull(program.entrypoint(path), path);
    }

    /** Compiled once per JVM, because it takes some seconds. */
    private static final class Planned {
        static final byte[] PLAN =
                plan(REGO, NAMES.stream().map(name -> "shapes/" + name).toList());
    }

    /** Returns the plan of one module, compiled in the JVM. */
    static byte[] plan(String rego, List<String> entrypoints) {
        try (RegoCompiler compiler = new RegoCompiler(CompilerSettings.defaults(), System::nanoTime)) {
            CompileRequest request = CompileRequest.of(Map.of("bench.rego", rego), entrypoints);
            CompileOutcome outcome = compiler.compile(request, "bench", BUDGET)
                    .toCompletableFuture()
                    .join();
            if (outcome instanceof CompileOutcome.Compiled compiled) {
                return compiled.planJson().getBytes(UTF_8);
            }
            throw new IllegalStateException(outcome.toString());
        }
    }

    /** Which of the rules matches a request. */
    enum Fitting {
        FIRST,
        MIDDLE,
        LAST;

        private int of(int count) {
            return switch (this) {
                case FIRST -> 0;
                case MIDDLE -> count / 2;
                case LAST -> count - 1;
            };
        }
    }

    /** Returns the request to {@code count} rules. */
    static RegoObject request(int count, Fitting fitting) {
        String host = "host-" + fitting.of(count) + ".example.com";
        return RegoObject.of(Map.of("host", RegoString.of(host), "method", RegoString.of("GET")));
    }

    /** Returns {@code count} rules, each for a different host; parsed from JSON, like real data. */
    static RegoObject rules(int count) {
        RegoValue[] rules = new RegoValue[count];
        Map<String, RegoValue> byHost = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String host = "host-" + i + ".example.com";
            rules[i] = RegoObject.of(Map.of(
                    "name", RegoString.of("rule-" + i),
                    "method", RegoString.of("GET"),
                    "exact", RegoString.of(host),
                    "host", RegoString.of("host-" + i + ".*.com")));
            byHost.put(host, RegoArray.of(rules[i]));
        }
        RegoObject data = RegoObject.of(Map.of("rules", RegoArray.of(rules), "by_host", RegoObject.of(byHost)));
        return (RegoObject) RegoJson.valueOf(RegoJson.write(data));
    }
}
