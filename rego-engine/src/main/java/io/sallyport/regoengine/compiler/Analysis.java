package io.sallyport.regoengine.compiler;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of the compiler other than the plan, depending on the {@link CompileRequest.Kind} of the request; empty
 * if not requested.
 *
 * @param tests for {@code TESTS}: every rule that is a test
 * @param coverable for {@code TESTS}: what tests may reach
 * @param expressions for {@code QUERY}: those of the query
 * @param formatted for {@code FORMAT} and {@code UPGRADE}: file name to text
 * @param module for {@code MODULE}: the WebAssembly module, read-only; read it through a duplicate
 * @param base for {@code DEPENDENCIES}: what comes from outside, such as {@code input.net.host}, sorted
 * @param virtual for {@code DEPENDENCIES}: rules, such as {@code data.sallyport.guardrails.deny}, sorted
 */
public record Analysis(
        List<TestRule> tests,
        List<Coverable> coverable,
        List<QueryExpression> expressions,
        SortedMap<String, String> formatted,
        ByteBuffer module,
        List<String> base,
        List<String> virtual) {
    /** Nothing was requested. */
    public static final Analysis NONE = new Analysis(
            List.of(),
            List.of(),
            List.of(),
            Collections.emptySortedMap(),
            ByteBuffer.allocate(0),
            List.of(),
            List.of());

    public Analysis {
        tests = List.copyOf(tests);
        coverable = List.copyOf(coverable);
        expressions = List.copyOf(expressions);
        formatted = Collections.unmodifiableSortedMap(new TreeMap<>(formatted));
        module = module.asReadOnlyBuffer();
        base = List.copyOf(base);
        virtual = List.copyOf(virtual);
    }

    /**
     * A rule that is a test.
     *
     * @param packagePath as a reference, such as {@code data.web_test}
     * @param name the rest of the reference; the second rule of a name ends in {@code #01}
     * @param entrypoint evaluates the test; empty if it must be skipped
     * @param hasCases whether its value is an object with a result per case
     */
    public record TestRule(
            String packagePath, String name, String entrypoint, boolean hasCases, String file, int row, int column) {}

    /**
     * An expression of a query.
     *
     * @param text as written
     * @param variable holds its value in each answer; empty if the value is true
     */
    public record QueryExpression(String text, String variable, int row, int column) {}

    /**
     * The head of a rule, or an expression in it.
     *
     * @param rule the number of the rule
     * @param head whether it is the head, which is covered when the rule produces a value
     */
    public record Coverable(int rule, boolean head, String file, int row, int column, int endRow, int endColumn) {}
}
