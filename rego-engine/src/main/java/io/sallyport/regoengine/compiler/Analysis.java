package io.sallyport.regoengine.compiler;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the compiler found beside a plan, by the {@link CompileRequest.Kind} of the request; empty where it was not asked.
 *
 * @param tests of {@code TESTS}: every rule that is a test
 * @param coverable of {@code TESTS}: what tests may come to
 * @param formatted of {@code FORMAT} and {@code UPGRADE}: file name to text
 * @param module of {@code MODULE}: the module of WebAssembly, read-only, to be read through a duplicate
 * @param base of {@code DEPENDENCIES}: what comes from outside, as {@code input.net.host}, sorted
 * @param virtual of {@code DEPENDENCIES}: rules, as {@code data.sallyport.guardrails.deny}, sorted
 */
public record Analysis(
        List<TestRule> tests,
        List<Coverable> coverable,
        SortedMap<String, String> formatted,
        ByteBuffer module,
        List<String> base,
        List<String> virtual) {
    /** Nothing was asked. */
    public static final Analysis NONE = new Analysis(
            List.of(), List.of(), Collections.emptySortedMap(), ByteBuffer.allocate(0), List.of(), List.of());

    public Analysis {
        tests = List.copyOf(tests);
        coverable = List.copyOf(coverable);
        formatted = Collections.unmodifiableSortedMap(new TreeMap<>(formatted));
        module = module.asReadOnlyBuffer();
        base = List.copyOf(base);
        virtual = List.copyOf(virtual);
    }

    /**
     * A rule that is a test.
     *
     * @param packagePath as a reference, {@code data.web_test}
     * @param name what follows it; the second of a name ends in {@code #01}
     * @param entrypoint asks for its value; empty where it is to be skipped
     * @param hasCases its value is an object with a result for each case
     */
    public record TestRule(
            String packagePath, String name, String entrypoint, boolean hasCases, String file, int row, int column) {}

    /**
     * The head of a rule, or an expression in it.
     *
     * @param rule numbers the rule
     * @param head whether it is the head, which is covered when the rule makes a value
     */
    public record Coverable(int rule, boolean head, String file, int row, int column, int endRow, int endColumn) {}
}
