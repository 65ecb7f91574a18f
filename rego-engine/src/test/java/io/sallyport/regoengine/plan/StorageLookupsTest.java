package io.sallyport.regoengine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a look-up is in storage depends on the place, whatever a local holds elsewhere. */
class StorageLookupsTest {
    private static final Position AT = new Position("by-hand.rego", 1, 1);
    private static final int INPUT = 0;
    private static final int DATA = 1;

    /** {@code data.ports[443]} with locals 2 and 3. */
    private static final List<Statement> IN_DATA = List.of(dot(DATA, "ports", 2), dot(2, 3));

    private static Statement dot(int source, String key, int target) {
        return new Statement.Dot(new Operand.Local(source), new Operand.Constant(RegoString.of(key)), target, AT);
    }

    private static Statement dot(int source, int target) {
        return new Statement.Dot(new Operand.Local(source), new Operand.Constant(RegoNumber.of(443)), target, AT);
    }

    private static Statement assign(int source, int target) {
        return new Statement.AssignVar(new Operand.Local(source), target, AT);
    }

    private static Block block(Statement... statements) {
        return new Block(List.of(statements));
    }

    private static Block inData() {
        return new Block(IN_DATA);
    }

    private static Statement nested(Block... blocks) {
        return new Statement.Nested(List.of(blocks), AT);
    }

    /** Returns the mark of each look-up, in order. */
    private static List<Boolean> marks(Block... blocks) {
        List<Boolean> marks = new ArrayList<>();
        Blocks.each(StorageLookups.marked(List.of(blocks), DATA), statement -> {
            if (statement instanceof Statement.Dot dot) {
                marks.add(dot.isStored());
            }
        });
        return marks;
    }

    @Test
    void aPathBelowDataIsInStorage() {
        assertThat(marks(inData())).containsExactly(true, true);
    }

    @Test
    void whatAnotherBodyDoesWithTheSameLocalsMakesNoDifference() {
        Block inInput = block(dot(INPUT, "net", 2), dot(2, 3));
        Block assigned = block(assign(INPUT, 2), dot(2, 3), new Statement.MakeSet(3, AT));
        assertThat(marks(inInput, inData(), assigned, inData(), inInput))
                .containsExactly(false, false, true, true, false, true, true, false, false);
    }

    @Test
    void aBlockWithinWhichMayHaveBeenLeftLeavesNothingToRelyOn() {
        assertThat(marks(block(nested(inData()), dot(2, 4)))).containsExactly(true, true, false);
        assertThat(marks(block(nested(inData(), block(dot(2, 4)))))).containsExactly(true, true, false);
        assertThat(marks(inData(), block(dot(2, 4)))).containsExactly(true, true, false);
        assertThat(marks(block(dot(DATA, "ports", 2), nested(block(assign(INPUT, 2))), dot(2, 3))))
                .containsExactly(true, false);
    }

    @Test
    void aBlockWithinKnowsWhatTheOneAroundItFound() {
        assertThat(marks(block(dot(DATA, "ports", 2), nested(block(dot(2, 3))), dot(2, 4))))
                .containsExactly(true, true, true);
        assertThat(marks(block(dot(DATA, "ports", 2), new Statement.Not(block(dot(2, 3)), AT), dot(2, 4))))
                .containsExactly(true, true, true);
    }

    @Test
    void aTurnMayFindWhatTheTurnBeforeSet() {
        Statement.Scan loop = new Statement.Scan(INPUT, 5, 6, block(dot(2, 3), assign(6, 2)), AT);
        assertThat(marks(block(dot(DATA, "ports", 2), loop))).containsExactly(true, false);
    }

    @Test
    void namesBelowDataThatAreGoneThroughAreStepsOfAPath() {
        Statement.Scan loop = new Statement.Scan(2, 5, 6, block(dot(6, 7), dot(5, 8)), AT);
        assertThat(marks(block(dot(DATA, "ports", 2), loop, dot(6, 9)))).containsExactly(true, true, false, false);
        Statement.Scan ofInput = new Statement.Scan(INPUT, 5, 6, block(dot(6, 7)), AT);
        assertThat(marks(block(ofInput))).containsExactly(false);
    }

    @Test
    void whatIsAskedForItsKindIsAValue() {
        assertThat(marks(block(dot(DATA, "ports", 2), new Statement.IsObject(new Operand.Local(2), AT), dot(2, 3))))
                .containsExactly(true, false);
        assertThat(marks(block(dot(DATA, "ports", 2), new Statement.IsArray(new Operand.Local(2), AT), dot(2, 3))))
                .containsExactly(true, false);
    }

    @Test
    void dataUnderWithIsLookedIntoAsBefore() {
        Statement with =
                new Statement.With(DATA, List.of(RegoString.of("x")), new Operand.Local(INPUT), new Block(IN_DATA), AT);
        assertThat(marks(block(with, dot(DATA, "ports", 2)))).containsExactly(true, true, true);
        Statement other = new Statement.With(2, List.of(), new Operand.Local(INPUT), block(dot(2, 3)), AT);
        assertThat(marks(block(dot(DATA, "ports", 2), other, dot(2, 4)))).containsExactly(true, false, true);
    }

    @Test
    void aLookUpIntoItsOwnLocalIsJudgedByWhatWasThere() {
        assertThat(marks(block(dot(DATA, "ports", 2), dot(2, 2), dot(2, 2)))).containsExactly(true, true, true);
        assertThat(marks(block(dot(INPUT, "net", 2), dot(2, 2)))).containsExactly(false, false);
    }
}
