package io.sallyport.regoengine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoBoolean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StraightBlocksTest {
    private static final Position AT = new Position("made.rego", 1, 1);
    private static final Statement LEAVE_TWO = new Statement.Break(1, AT);
    private static final Statement LOOK_UP =
            new Statement.Dot(new Operand.Local(1), new Operand.Constant(RegoBoolean.TRUE), 4, AT);

    @Test
    void whatLeavesTwoBlocksEitherWayIsItsStatements() {
        assertThat(straight(twofold(LOOK_UP))).containsExactly(LOOK_UP);
        assertThat(straight(twofold())).isEmpty();
    }

    @Test
    void suchBlocksWithinEachOtherAreTakenAwayAsWell() {
        assertThat(straight(new Statement.Not(new Block(List.of(twofold(LOOK_UP))), AT)))
                .containsExactly(new Statement.Not(new Block(List.of(LOOK_UP)), AT));
    }

    @Test
    void aSecondWayIsKept() {
        Block way = new Block(List.of(LOOK_UP, LEAVE_TWO));
        Statement choice = new Statement.Nested(
                List.of(new Block(List.of(new Statement.Nested(List.of(way, way), AT), LEAVE_TWO))), AT);
        assertThat(straight(choice)).containsExactly(choice);
    }

    @Test
    void aWayOutOfMoreBlocksIsKept() {
        for (Statement statement : List.of(
                LEAVE_TWO,
                new Statement.CallDynamic(List.of(), List.of(0, 1), 4, AT),
                new Statement.Nested(List.of(new Block(List.of(LEAVE_TWO))), AT))) {
            Statement kept = twofold(statement, LOOK_UP);
            assertThat(straight(kept)).containsExactly(kept);
        }
    }

    private static Statement twofold(Statement... statements) {
        List<Statement> inner = new ArrayList<>(List.of(statements));
        inner.add(LEAVE_TWO);
        return new Statement.Nested(
                List.of(new Block(List.of(new Statement.Nested(List.of(new Block(inner)), AT), LEAVE_TWO))), AT);
    }

    private static List<Statement> straight(Statement statement) {
        return StraightBlocks.in(List.of(new Block(List.of(statement))))
                .getFirst()
                .statements();
    }
}
