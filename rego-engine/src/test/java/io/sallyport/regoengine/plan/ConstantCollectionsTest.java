package io.sallyport.regoengine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConstantCollectionsTest {
    private static final Position AT = new Position("made.rego", 1, 1);
    private static final Operand TEXT = new Operand.Constant(RegoString.of("."));
    private static final Operand TRUE = new Operand.Constant(RegoBoolean.TRUE);

    @Test
    void aCollectionOfConstantsIsAssignedWhole() {
        List<Statement> made = prepared(
                new Statement.MakeArray(1, 2, AT),
                new Statement.ArrayAppend(TEXT, 2, AT),
                new Statement.MakeNumber(RegoNumber.of(1), 3, AT),
                new Statement.ArrayAppend(local(3), 2, AT),
                new Statement.MakeNull(4, AT),
                new Statement.ArrayAppend(local(4), 2, AT),
                new Statement.ResultSetAdd(2, AT));
        assertThat(made.getFirst()).hasToString(assigned("[\".\",1,null]", 2));
        assertThat(made).hasSize(4).noneMatch(ConstantCollectionsTest::makesOrAdds);
    }

    @Test
    void soAreCollectionsWithinOthersAndSetsAndObjects() {
        List<Statement> made = prepared(
                new Statement.MakeObject(2, AT),
                new Statement.MakeSet(3, AT),
                new Statement.SetAdd(TRUE, 3, AT),
                new Statement.SetAdd(TRUE, 3, AT),
                new Statement.ObjectInsert(TEXT, local(3), 2, AT),
                new Statement.MakeArray(0, 4, AT),
                new Statement.ObjectInsert(TRUE, local(4), 2, AT));
        assertThat(made.stream().map(Object::toString))
                .containsExactly(assigned("{\"true\":[],\".\":[true]}", 2), assigned("[true]", 3), assigned("[]", 4));
    }

    @Test
    void equalOnesAreTheSameObjectUnlessTheyAreWrittenOtherwise() {
        List<Statement> made = prepared(
                new Statement.MakeArray(1, 2, AT),
                new Statement.ArrayAppend(TEXT, 2, AT),
                new Statement.MakeArray(1, 3, AT),
                new Statement.ArrayAppend(TEXT, 3, AT),
                new Statement.MakeSet(4, AT),
                new Statement.SetAdd(TEXT, 4, AT));
        assertThat(value(made.get(0))).isSameAs(value(made.get(1))).isNotEqualTo(value(made.get(2)));
    }

    @Test
    void whatHoldsAnythingElseIsMadeEachTimeAndTheConstantInItOnce() {
        List<Statement> made = prepared(
                new Statement.MakeArray(2, 2, AT),
                new Statement.MakeArray(1, 3, AT),
                new Statement.ArrayAppend(TEXT, 3, AT),
                new Statement.ArrayAppend(local(3), 2, AT),
                new Statement.ArrayAppend(local(0), 2, AT));
        assertThat(made.stream().map(Object::getClass).map(Class::getSimpleName))
                .containsExactly("MakeArray", "AssignVar", "ArrayAppend", "ArrayAppend");
        assertThat(made.get(1)).hasToString(assigned("[\".\"]", 3));
    }

    @Test
    void whatALoopOrAnotherBlockAddsToIsLeftAsItIs() {
        Statement add = new Statement.SetAdd(TEXT, 2, AT);
        List<Statement> loop =
                List.of(new Statement.MakeSet(2, AT), new Statement.Scan(0, 3, 4, new Block(List.of(add)), AT));
        assertThat(prepared(loop)).isEqualTo(loop);
        List<Statement> nested =
                List.of(new Statement.MakeSet(2, AT), add, new Statement.Nested(List.of(new Block(List.of(add))), AT));
        assertThat(prepared(nested)).isEqualTo(nested);
    }

    @Test
    void whatMayConflictIsLeftToTheEvaluation() {
        List<Statement> statements =
                List.of(new Statement.MakeObject(2, AT), new Statement.ObjectInsertOnce(TEXT, TRUE, 2, AT));
        assertThat(prepared(statements)).isEqualTo(statements);
    }

    @Test
    void aPlanThatAddsToWhatItWasGivenHasNoConstantsOfThatKind() {
        List<Statement> query = List.of(
                new Statement.MakeArray(1, 2, AT),
                new Statement.ArrayAppend(TEXT, 2, AT),
                new Statement.MakeSet(3, AT),
                new Statement.SetAdd(TEXT, 3, AT));
        List<List<Statement>> changing = List.of(
                List.of(new Statement.ArrayAppend(TEXT, 2, AT)),
                List.of(new Statement.AssignVar(local(2), 5, AT), new Statement.ArrayAppend(TEXT, 5, AT)),
                List.of(new Statement.MakeSet(5, AT), new Statement.ArrayAppend(TEXT, 5, AT)));
        for (List<Statement> body : changing) {
            var function = new PlannedFunction("f", List.of(0, 1, 2), List.of(), List.of(new Block(body)));
            Plan plan = new Plan(List.of(), List.of(), List.of(query(query)), List.of(function));
            assertThat(statements(Preparation.of(plan)).stream()
                            .map(Object::getClass)
                            .map(Class::getSimpleName))
                    .as(body.toString())
                    .containsExactly("MakeArray", "ArrayAppend", "AssignVar");
        }
    }

    @Test
    void aDeepNestIsNoConstantBeyondSomeLevels() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            statements.add(new Statement.MakeArray(1, 400 - i, AT));
        }
        for (int i = 1; i < 400; i++) {
            statements.add(new Statement.ArrayAppend(local(i), i + 1, AT));
        }
        assertThat(prepared(statements)).hasSizeGreaterThan(400);
    }

    @Test
    void thereIsABoundOnHowManyAreHeld() {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            statements.add(new Statement.MakeArray(1, 2, AT));
            statements.add(new Statement.ArrayAppend(new Operand.Constant(RegoString.of("t" + i)), 2, AT));
        }
        List<Statement> made = prepared(statements);
        assertThat(made.stream().filter(Statement.AssignVar.class::isInstance).count())
                .isLessThanOrEqualTo(2_000);
    }

    private static Operand local(int number) {
        return new Operand.Local(number);
    }

    private static PlannedQuery query(List<Statement> statements) {
        return new PlannedQuery("q", List.of(new Block(statements)));
    }

    private static List<Statement> prepared(Statement... statements) {
        return prepared(List.of(statements));
    }

    private static List<Statement> prepared(List<Statement> statements) {
        return statements(Preparation.of(new Plan(List.of(), List.of(), List.of(query(statements)), List.of())));
    }

    private static List<Statement> statements(Plan plan) {
        return plan.queries().getFirst().blocks().getFirst().statements();
    }

    private static boolean makesOrAdds(Statement statement) {
        return CollectionStart.of(statement) != null || Addition.of(statement) != null;
    }

    private static RegoValue value(Statement statement) {
        return ((Operand.Constant) ((Statement.AssignVar) statement).source()).value();
    }

    private static String assigned(String value, int target) {
        return "AssignVar[source=Constant[value=%s], target=%d, position=%s]".formatted(value, target, AT);
    }
}
