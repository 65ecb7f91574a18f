package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the turns behind the first settled one can change nothing: not what comes behind the loops, not what was
 * come to in the input, and that none of them can fail. Whatever is not known to be so is taken to be otherwise.
 *
 * <p>"The same" of a place is: a later turn that comes to it does there what the settled turn did. That is so along the way
 * that each settled turn takes, and in a block within as far as nothing but what is fixed decides how far it gets. Confined to
 * one nest.
 */
final class LaterTurns {
    /** Statements of a nest; one that has more is run to its end. */
    private static final int MAX_STATEMENTS = 1_000;

    /** Locals that are looked at before loops are left. */
    private static final int MAX_PLAIN = 4;

    private final LoopNest nest;
    private final BlockFacts facts;
    private final QuietFunctions quiet;
    private final Set<Integer> mustBePlain = new LinkedHashSet<>();
    private final Map<Integer, Set<Constant>> constants = new HashMap<>();
    private final Set<Integer> changing = new HashSet<>();
    private final Set<Integer> once = new HashSet<>();
    private final Set<Integer> settled = new HashSet<>();
    private final Set<Integer> sameInEach = new HashSet<>();
    private boolean changeNothing;

    private LaterTurns(LoopNest nest, BlockFacts facts) {
        this.nest = nest;
        this.facts = facts;
        this.quiet = facts.function().quiet();
        this.changeNothing = nest.statements() <= MAX_STATEMENTS;
    }

    /** The locals that must hold nothing which notes who reads it, for later turns to change nothing; null where they may. */
    static @Nullable List<Integer> changeNothing(LoopNest nest, BlockFacts facts) {
        LaterTurns turns = new LaterTurns(nest, facts);
        turns.look(new TurnScope(nest, facts.function().input()));
        boolean holds = turns.changeNothing
                && turns.mustBePlain.size() <= MAX_PLAIN
                && turns.mustBePlain.stream().allMatch(turns::isKnownAtTheEnd)
                && turns.once.stream().allMatch(turns::isSettled)
                && turns.isSeenOnlySettled();
        return holds ? new ArrayList<>(turns.mustBePlain) : null;
    }

    /** Whether what is read behind the loops, or before them in a loop around, is what the settled turn left. */
    private boolean isSeenOnlySettled() {
        for (int local : nest.written()) {
            if (!isSettled(local) && facts.isSeenOutside(nest, local)) {
                return false;
            }
        }
        return true;
    }

    /** Whether each settled turn leaves one constant in {@code local}, and no turn ever another. */
    private boolean isSettled(int local) {
        return settled.contains(local)
                && !changing.contains(local)
                && constants.getOrDefault(local, Set.of()).size() == 1;
    }

    /** Whether {@code local} holds at the end of a settled turn what a later one looks at. */
    private boolean isKnownAtTheEnd(int local) {
        return !nest.writes(local) || sameInEach.contains(local);
    }

    private void refuse() {
        changeNothing = false;
    }

    /** Along the way that a settled turn takes. */
    private void look(TurnScope scope) {
        for (int i = 0; changeNothing && i < nest.scans().size(); i++) {
            Statement.Scan scan = nest.scans().get(i);
            begin(scan, scope);
            boolean isInnermost = i == nest.scans().size() - 1;
            List<Statement> all = scan.block().statements();
            for (Statement statement : isInnermost ? all : all.subList(0, all.size() - 1)) {
                statement(statement, new Place(scope, true, true, i + 1));
            }
        }
    }

    /**
     * Where a statement stands.
     *
     * @param isSame whether a later turn that comes here does what the settled turn did
     * @param isOnWay whether each settled turn comes here
     * @param depth how many blocks of the nest are around
     */
    private record Place(TurnScope scope, boolean isSame, boolean isOnWay, int depth) {
        Place within(boolean isSame) {
            return new Place(scope.inner(), isSame, false, depth + 1);
        }

        Place uncertain() {
            return isOnWay ? this : new Place(scope, false, false, depth);
        }
    }

    private void block(Block block, Place begin) {
        Place place = begin;
        for (Statement statement : block.statements()) {
            statement(statement, place);
            place = isFixed(statement, place.scope()) ? place : place.uncertain();
        }
    }

    /** Whether {@code statement} ends its block in each turn that comes to it, or in none. */
    private static boolean isFixed(Statement statement, TurnScope scope) {
        return switch (statement) {
            case Statement.AssignInt _,
                    Statement.AssignVar _,
                    Statement.AssignVarOnce _,
                    Statement.Len _,
                    Statement.MakeNull _,
                    Statement.MakeNumber _,
                    Statement.Nop _,
                    Statement.ResetLocal _ -> true;
            case Statement.Dot s -> scope.isFixed(s.source()) && scope.isFixed(s.key());
            default -> false;
        };
    }

    /** One line for each kind of statement. */
    private void statement(Statement statement, Place place) {
        TurnScope scope = place.scope();
        for (int local : Sources.of(statement)) {
            changeNothing &= !scope.isLeftOver(local) || statement instanceof Statement.AssignVarOnce;
        }
        switch (statement) {
            case Statement.AssignInt s -> assign(s.target(), Constant.of(s), place);
            case Statement.MakeNumber s -> assign(s.target(), Constant.of(s), place);
            case Statement.MakeNull s -> assign(s.target(), Constant.of(s), place);
            case Statement.AssignVar s -> assign(s, place);
            case Statement.AssignVarOnce s -> assignOnce(s, place);
            case Statement.ResetLocal s -> assign(s.target(), null, place);
            case Statement.Dot s -> dot(s, place);
            case Statement.Len s -> {
                use(s.source(), scope);
                assign(s.target(), null, place);
            }
            case Statement.Equal s -> compare(s.a(), s.b(), scope);
            case Statement.NotEqual s -> compare(s.a(), s.b(), scope);
            case Statement.IsArray _,
                    Statement.IsObject _,
                    Statement.IsSet _,
                    Statement.IsDefined _,
                    Statement.IsUndefined _,
                    Statement.Nop _ -> {}
            case Statement.Break s -> changeNothing &= s.index() < place.depth();
            case Statement.Call s -> call(s, place);
            case Statement.Nested s -> nested(s.blocks(), place);
            case Statement.Not s -> block(s.block(), place.within(place.isSame()));
            case Statement.Scan s -> {
                Place within = place.within(false);
                begin(s, within.scope());
                block(s.block(), within);
            }
            case Statement.SetAdd s -> add(s, place);
            case Statement.ObjectInsertOnce s -> add(s, place);
            case Statement.ArrayAppend _,
                    Statement.CallDynamic _,
                    Statement.EarlyExit _,
                    Statement.MakeArray _,
                    Statement.MakeObject _,
                    Statement.MakeSet _,
                    Statement.ObjectInsert _,
                    Statement.ObjectMerge _,
                    Statement.ResultSetAdd _,
                    Statement.ReturnLocal _,
                    Statement.With _ -> refuse();
        }
    }

    /** Which elements a turn is for; of a collection of scalars, they are scalars. */
    private void begin(Statement.Scan scan, TurnScope scope) {
        Operand scanned = new Operand.Local(scan.source());
        changeNothing &= !scope.isLeftOver(scan.source());
        use(scanned, scope);
        for (int element : List.of(scan.key(), scan.value())) {
            changing.add(element);
            scope.assignPlain(element);
        }
    }

    private void nested(List<Block> blocks, Place place) {
        boolean isSame = place.isSame();
        for (Block block : blocks) {
            block(block, place.within(isSame));
            isSame = false;
        }
    }

    /** An operand that is looked at whole: of the input it may be only what cannot note that. */
    private void use(Operand operand, TurnScope scope) {
        if (scope.isOfInput(operand)) {
            changeNothing &= scope.isFixed(operand);
            mustBePlain.add(((Operand.Local) operand).number());
        }
    }

    /** What is compared with a scalar is not looked into. */
    private void compare(Operand a, Operand b, TurnScope scope) {
        if (!isScalar(scope.constant(a)) && !isScalar(scope.constant(b))) {
            use(a, scope);
            use(b, scope);
        }
    }

    private static boolean isScalar(@Nullable Constant constant) {
        return constant != null && constant.isScalar();
    }

    private void assign(int target, @Nullable Constant value, Place place) {
        if (place.isSame()) {
            sameInEach.add(target);
        }
        if (value == null) {
            changing.add(target);
            place.scope().assign(target);
            return;
        }
        constants.computeIfAbsent(target, _ -> new HashSet<>()).add(value);
        place.scope().assignConstant(target, value);
        if (place.isOnWay()) {
            settled.add(target);
        }
    }

    private void assign(Statement.AssignVar s, Place place) {
        TurnScope scope = place.scope();
        assign(s.target(), scope.constant(s.source()), place);
        if (scope.isFixed(s.source())) {
            scope.assignFixed(s.target());
        }
        if (!scope.isOfInput(s.source())) {
            scope.assignPlain(s.target());
        }
    }

    private void assignOnce(Statement.AssignVarOnce s, Place place) {
        Constant value = place.scope().constant(s.source());
        changeNothing &= value != null;
        once.add(s.target());
        assign(s.target(), value, place);
    }

    /** The same look-up by a constant key notes the same; any other one wants a source that notes nothing. */
    private void dot(Statement.Dot s, Place place) {
        TurnScope scope = place.scope();
        boolean isFixed = scope.isFixed(s.source()) && scope.isFixed(s.key());
        boolean isSameLookup = place.isSame() && isFixed && s.key() instanceof Operand.Constant;
        boolean isOfInput = isSameLookup && scope.isOfInput(s.source());
        if (!isSameLookup) {
            use(s.source(), scope);
            use(s.key(), scope);
        }
        assign(s.target(), null, place);
        if (isFixed) {
            scope.assignFixed(s.target());
        }
        if (!isOfInput) {
            scope.assignPlain(s.target());
        }
    }

    private void call(Statement.Call s, Place place) {
        TurnScope scope = place.scope();
        boolean isRemembered = quiet.isRule(s.function()) && place.isSame();
        if (!isRemembered) {
            boolean isPlanned = quiet.isPlanned(s.function());
            changeNothing &= isPlanned ? quiet.contain(s.function()) : TotalBuiltins.contain(s.function());
            s.arguments().stream().skip(isPlanned ? 1 : 0).forEach(argument -> use(argument, scope));
        }
        assign(s.result(), null, place);
        if (isRemembered || s.arguments().stream().allMatch(scope::isFixed)) {
            scope.assignFixed(s.result());
        }
        if (!isRemembered) {
            scope.assignPlain(s.result());
        }
    }

    /** A constant that is in the collection already is added again without an effect. */
    private void add(Statement statement, Place place) {
        Addition addition = Addition.of(statement);
        changeNothing &= addition != null
                && place.isOnWay()
                && facts.function().isOnlyReturned(addition.local())
                && addition.parts().stream().allMatch(part -> place.scope().constant(part) != null);
    }
}
