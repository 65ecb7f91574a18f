package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.bytecode.MethodSizes;
import io.sallyport.regoengine.eval.node.Dispatch;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When programs become classes, which programs cannot, and that classes are unloaded. */
class BytecodeTest {
    private static final Position AT = new Position("made.rego", 1, 1);
    private static final Limits ROOMY = new Limits(10_000_000, 64 << 20, Limits.MAX_DEPTH, false);

    /** Loaded one after the other; {@code -Drego.unloaded.programs} sets another number. */
    private static final int PROGRAMS = Integer.getInteger("rego.unloaded.programs", 10_000);

    private static final int BATCH = 1_000;

    /** The JIT keeps alive what it is compiling. */
    private static final int HELD_BY_JIT = 50;

    /**
     * How much the JVM's metaspace may grow while all but the first batch are loaded and unloaded; their classes amount
     * to over 50 MiB.
     */
    private static final long METASPACE_BYTES = 8L << 20;

    private static Program load(Plan plan, ToBytecode when) {
        return switch (Program.link(plan, StandardBuiltins.all(), when)) {
            case LoadedProgram.Ready(var program) -> program;
            case LoadedProgram.Refused(var errors) -> throw new IllegalStateException(errors.toString());
        };
    }

    private static String ask(Program program) {
        return program.evaluate("q", null, RegoObject.of(Map.of()), ROOMY, Plans.CLOCK)
                .toString();
    }

    /** Returns a query whose answer is what {@code statements} leave in local 2. */
    private static Plan answering(List<Statement> statements, PlannedFunction... functions) {
        List<Statement> all = new ArrayList<>(statements);
        RegoString result = RegoString.of("result");
        all.add(new Statement.MakeObject(3, AT));
        all.add(new Statement.ObjectInsert(new Operand.Constant(result), new Operand.Local(2), 3, AT));
        all.add(new Statement.ResultSetAdd(3, AT));
        return new Plan(
                List.of(), List.of(), List.of(new PlannedQuery("q", List.of(new Block(all)))), List.of(functions));
    }

    private static Plan constant(String text) {
        Operand value = new Operand.Constant(RegoString.of(text));
        return answering(List.of(new Statement.AssignVar(value, 2, AT)));
    }

    /** Returns an array of {@code count} numbers, which {@code 2^depth} nested blocks append repeatedly. */
    private static Plan large(int count, int depth) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            statements.add(new Statement.AssignInt(i % 300, 4 + i % 300, AT));
            statements.add(new Statement.ArrayAppend(new Operand.Local(4 + i % 300), 2, AT));
        }
        Statement nested = new Statement.Nested(List.of(new Block(statements)), AT);
        for (int i = 0; i < depth; i++) {
            nested = new Statement.Nested(List.of(new Block(List.of(nested, nested))), AT);
        }
        return answering(List.of(new Statement.MakeArray(0, 2, AT), nested));
    }

    @Test
    void programsThatAreNotUsedStayNodes() {
        Program program = load(constant("x"), ToBytecode.WHEN_USED);
        assertThat(ask(program)).contains("\"x\"");
        assertThat(program.isCompiled()).isFalse();
    }

    @Test
    @Timeout(60)
    void programsThatAreUsedAreCompiledByAnotherThread() {
        Program program = load(constant("x"), ToBytecode.WHEN_USED);
        String asNodes = ask(program);
        while (!program.isCompiled()) {
            assertThat(ask(program)).isEqualTo(asNodes);
        }
        assertThat(ask(program)).isEqualTo(asNodes);
    }

    @Test
    void functionsOfAnySizeAreMethodsThatHotSpotCompiles() {
        for (Plan plan : List.of(large(2_000, 0), large(40_000, 0), large(100, 4))) {
            var linked =
                    new Bytecode.Origin(plan, StandardBuiltins.all(), new Dispatch(), Map.of(), 0, Rewriting.all());
            assertThat(MethodSizes.largest(plan, linked)).isLessThan(8_000);
        }
    }

    @Test
    void functionsThatAreCutAnswerAsNodesDo() {
        for (Plan plan : List.of(large(2_000, 0), large(40_000, 0), large(100, 4))) {
            Program bytecode = load(plan, ToBytecode.AT_LOAD);
            assertThat(bytecode.isCompiled()).isTrue();
            assertThat(ask(bytecode)).isEqualTo(ask(load(plan, ToBytecode.NEVER)));
        }
    }

    @Test
    void functionsThatNoMethodCanHoldRunAsNodes() {
        List<Integer> twice = List.of(0, 1, 2, 2);
        PlannedFunction function = new PlannedFunction(
                "f", twice, List.of(), List.of(new Block(List.of(new Statement.ReturnLocal(2, AT)))));
        Operand text = new Operand.Constant(RegoString.of("x"));
        List<Operand> arguments = Collections.nCopies(4, text);
        Plan plan = answering(List.of(new Statement.Call("f", arguments, 2, AT)), function);
        Program bytecode = load(plan, ToBytecode.AT_LOAD);
        assertThat(bytecode.functionsOnNodes()).isEqualTo(1);
        assertThat(ask(bytecode)).isEqualTo(ask(load(plan, ToBytecode.NEVER))).contains("\"x\"");
    }

    @Test
    void programsThatNoClassCanHoldRunAsNodes() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            statements.add(new Statement.AssignVar(new Operand.Constant(RegoString.of("text " + i)), 2, AT));
        }
        Program program = load(answering(statements), ToBytecode.AT_LOAD);
        assertThat(program.isCompiled()).isFalse();
        assertThat(ask(program)).contains("text 5999");
    }

    @Test
    void recursionEndsAtTheLimitOfDepth() {
        Operand.Local input = new Operand.Local(0);
        Statement again = new Statement.Call("f", List.of(input, new Operand.Local(1), input), 3, AT);
        PlannedFunction function =
                new PlannedFunction("f", List.of(0, 1, 2), List.of(), List.of(new Block(List.of(again))));
        Operand text = new Operand.Constant(RegoString.of("x"));
        Plan plan = answering(List.of(new Statement.Call("f", List.of(text, text, text), 2, AT)), function);
        assertThat(ask(load(plan, ToBytecode.AT_LOAD)))
                .isEqualTo(ask(load(plan, ToBytecode.NEVER)))
                .contains("limit of depth");
    }

    @Test
    @Timeout(120)
    void classesGoAwayWithTheirPrograms() {
        List<WeakReference<Class<?>>> classes = new ArrayList<>();
        RegoValue data = RegoJson.valueOf("{}");
        long first = 0;
        for (int i = 0; i < PROGRAMS; i++) {
            Program program = load(constant("policy " + i), ToBytecode.AT_LOAD);
            program.evaluate("q", null, data, Limits.DEFAULT, Plans.CLOCK);
            classes.add(new WeakReference<>(
                    Objects.requireNonNull(program.compiled()).getClass()));
            if (i % BATCH == BATCH - 1) {
                forget(classes);
                assertThat(classes).as("after program %d", i).hasSizeLessThan(HELD_BY_JIT);
                first = first == 0 ? metaspace() : first;
            }
        }
        while (!classes.isEmpty()) {
            forget(classes);
        }
        assertThat(metaspace() - first).as("bytes of metaspace more").isLessThan(METASPACE_BYTES);
    }

    /** Returns the bytes of metaspace in use. */
    private static long metaspace() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("this JVM has no metaspace"))
                .getUsage()
                .getUsed();
    }

    private static void forget(List<WeakReference<Class<?>>> classes) {
        System.gc();
        classes.removeIf(reference -> reference.refersTo(null));
    }
}
