package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.run.Limits;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rule in a loop builds from constants takes no memory per iteration. */
class ConstantsTest {
    private static final Position AT = new Position("made.rego", 1, 1);
    private static final int FEW = 10;
    private static final int MANY = 500;

    /** Less than a reference per further iteration. */
    private static final long BYTES = (MANY - FEW) * 4L;

    private static final Limits ROOMY = new Limits(10_000_000, 64 << 20, Limits.MAX_DEPTH, false);

    @ParameterizedTest
    @EnumSource(names = {"NEVER", "AT_LOAD"})
    void globsOverManyPatternsAllocateAsOverFew(ToBytecode when) {
        LoadedProgram loaded = Program.link(globs(), StandardBuiltins.all(), when);
        assertThat(loaded).isInstanceOf(LoadedProgram.Ready.class);
        Program program = ((LoadedProgram.Ready) loaded).program();
        assertThat(bytes(program, patterns(MANY)) - bytes(program, patterns(FEW)))
                .isLessThan(BYTES);
    }

    /** Returns the bytes of one evaluation: the minimum of several, because other causes only add to it. */
    private static long bytes(Program program, RegoValue data) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 200; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            Outcome outcome = program.evaluate("q", null, data, ROOMY, Plans.CLOCK);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertThat(outcome).isInstanceOf(Outcome.Undefined.class);
        }
        return least;
    }

    private static RegoValue patterns(int count) {
        Map<String, RegoValue> patterns = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            patterns.put("p" + i, RegoString.of("*.host-" + i + ".test"));
        }
        return RegoObject.of(patterns);
    }

    /** {@code some p in data; glob.match(p, ["."], "a.b.test")}, which never holds. */
    private static Plan globs() {
        Operand separator = new Operand.Constant(RegoString.of("."));
        Operand host = new Operand.Constant(RegoString.of("a.b.test"));
        Operand pattern = new Operand.Local(3);
        Block each = new Block(List.of(
                new Statement.MakeArray(1, 4, AT),
                new Statement.ArrayAppend(separator, 4, AT),
                new Statement.Call("glob.match", List.of(pattern, new Operand.Local(4), host), 5, AT)));
        Block all = new Block(List.of(new Statement.Scan(1, 2, 3, each, AT)));
        return new Plan(List.of(), List.of(), List.of(new PlannedQuery("q", List.of(all))), List.of());
    }
}
