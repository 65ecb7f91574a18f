package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoKind;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of one body that OPA's index of rules compares (OPA 1.22.2, {@code ast/index.go}): that a reference
 * below {@code input}, or an argument, equals a scalar of the text, and that a reference below {@code input} is
 * defined.
 *
 * <p>They are found along the way of the body: its statements in order, and those of a loop that ends it. A condition
 * counts where the statements before it change nothing but locals, so that the body has no effect unless it holds. The
 * way ends at {@code with}. Behind its end, comparisons only tell whether a reference is compared in two ways. A body
 * that prints has no index. Confined to one body.
 */
final class IndexedConditions {
    /** Tests of one body. */
    private static final int MAX = 8;

    /** The blocks that a dynamic call leaves whose rule is undefined. */
    private static final int LEFT_BY_UNDEFINED_RULE = 4;

    private static final int DATA = 1;

    /** What OPA's index compares a reference with otherwise, which is not done here. */
    private static final Set<String> COMPARED_OTHERWISE = Set.of(
            "endswith",
            "glob.match",
            "internal.member_2",
            "startswith",
            "strings.any_prefix_match",
            "strings.any_suffix_match");

    private static final Set<RegoKind> NO_SCALARS = Set.of(RegoKind.ARRAY, RegoKind.OBJECT, RegoKind.SET);

    private final List<Integer> parameters;
    private final Map<Integer, IndexedPath> paths = new HashMap<>();
    private final Map<Integer, RegoValue> constants = new HashMap<>();
    private final Set<Integer> made = new HashSet<>();
    private final Map<IndexedPath, RegoValue> compared = new HashMap<>();
    private final Set<IndexedPath> ambiguous = new HashSet<>();
    private final Map<IndexedPath, Statement.Indexed> tests = new LinkedHashMap<>();

    /** What the body compares before it comes to anything else. */
    private final Set<IndexedPath> first = new HashSet<>();

    private int depth = 1;

    /** How many statements come before that read, call or loop. */
    private int before;

    private boolean mayHaveFailed;
    private boolean isBehindEnd;

    private IndexedConditions(List<Integer> parameters) {
        this.parameters = parameters;
    }

    /** Those of {@code body} in its order; none where it comes to them first anyway. */
    static List<Statement.Indexed> of(List<Integer> parameters, List<Statement> body) {
        if (Blocks.any(List.of(new Block(body)), IndexedConditions::prints)) {
            return List.of();
        }
        IndexedConditions conditions = new IndexedConditions(parameters);
        conditions.follow(body);
        return conditions.found();
    }

    private static boolean prints(Statement statement) {
        return statement instanceof Statement.Call call
                && (call.function().equals("internal.print") || call.function().equals("internal.test_case"));
    }

    /**
     * Where a reference is compared in two ways, OPA's index has two places for the body, and may then not compare the
     * others: nothing of such a body is tested.
     */
    private List<Statement.Indexed> found() {
        boolean isOfTwoPlaces = compared.keySet().stream().anyMatch(ambiguous::contains);
        boolean areFirstAnyway = first.containsAll(tests.keySet());
        return isOfTwoPlaces || areFirstAnyway
                ? List.of()
                : tests.values().stream().limit(MAX).toList();
    }

    private void follow(List<Statement> statements) {
        for (Statement statement : statements) {
            if (isBehindEnd || !goesOnBehind(statement)) {
                followBehindEnd(statement);
            }
        }
    }

    /** Looks at all behind the end of the way, also at what OPA's index leaves out: tests only get fewer. */
    private void followBehindEnd(Statement statement) {
        isBehindEnd = true;
        if (statement instanceof Statement.Scan scan) {
            isComparedOtherwise(new Operand.Local(scan.source()));
        } else if (Blocks.within(statement).isEmpty()) {
            goesOnBehind(statement);
        }
        Blocks.within(statement).forEach(block -> follow(block.statements()));
    }

    /** One line for each kind of statement. */
    private boolean goesOnBehind(Statement statement) {
        switch (statement) {
            case Statement.AssignInt s -> assign(s.target(), RegoNumber.of(s.value()));
            case Statement.MakeNumber s -> assign(s.target(), s.value());
            case Statement.MakeNull s -> assign(s.target(), RegoNull.NULL);
            case Statement.AssignVar s -> assign(s);
            case Statement.Dot s -> lookUp(s);
            case Statement.Equal s -> compare(s);
            case Statement.NotEqual s -> {
                isNeeded(s.a(), s.position());
                isNeeded(s.b(), s.position());
            }
            case Statement.Call s -> call(s);
            case Statement.MakeArray s -> make(s.target());
            case Statement.MakeObject s -> make(s.target());
            case Statement.MakeSet s -> make(s.target());
            case Statement.ArrayAppend _,
                    Statement.SetAdd _,
                    Statement.ObjectInsert _,
                    Statement.ObjectInsertOnce _ -> {
                mayHaveFailed = true;
                return addsToItsOwn(statement, made);
            }
            case Statement.Nested _, Statement.Not _ -> {
                return staysWithin(statement);
            }
            case Statement.Scan s -> {
                loop(s);
                return false;
            }
            case Statement.Len _, Statement.ObjectMerge _, Statement.ResetLocal _ ->
                Targets.of(statement).forEach(this::forget);
            case Statement.IsObject s -> forgetPath(s.source());
            case Statement.IsArray _,
                    Statement.IsDefined _,
                    Statement.IsSet _,
                    Statement.IsUndefined _,
                    Statement.Nop _ -> {}
            case Statement.AssignVarOnce _,
                    Statement.Break _,
                    Statement.CallDynamic _,
                    Statement.Indexed _,
                    Statement.ResultSetAdd _,
                    Statement.ReturnLocal _,
                    Statement.With _ -> {
                return false;
            }
        }
        return true;
    }

    /** OPA's index does not look into an object that is taken apart: {@code {"a": x} = input.b}. */
    private void forgetPath(Operand object) {
        if (object instanceof Operand.Local(int local)) {
            paths.remove(local);
        }
    }

    private void forget(int local) {
        paths.remove(local);
        constants.remove(local);
        made.remove(local);
    }

    private void make(int local) {
        forget(local);
        made.add(local);
    }

    private void assign(int local, RegoValue constant) {
        forget(local);
        constants.put(local, constant);
    }

    private void assign(Statement.AssignVar s) {
        RegoValue constant = constant(s.source());
        IndexedPath path = path(s.source());
        isNeeded(s.source(), s.position());
        forget(s.target());
        if (constant != null) {
            constants.put(s.target(), constant);
        } else if (path != null && !path.isCopied()) {
            paths.put(s.target(), path.copied());
        }
    }

    private void lookUp(Statement.Dot s) {
        before++;
        IndexedPath path = path(s.source());
        forget(s.target());
        if (path != null && path.isInput() && s.key() instanceof Operand.Constant(RegoString key)) {
            paths.put(s.target(), path.below(key));
        }
    }

    private void compare(Statement.Equal s) {
        RegoValue constant = constant(s.a()) == null ? constant(s.b()) : constant(s.a());
        IndexedPath path = path(s.a()) == null ? path(s.b()) : path(s.a());
        if (constant == null || path == null) {
            return;
        }
        RegoValue other = compared.putIfAbsent(key(path), constant);
        if (other != null && !other.equals(constant)) {
            ambiguous.add(key(path));
        }
        if (isBehindEnd) {
            return;
        }
        if (before == path.keys().size()) {
            first.add(key(path));
        }
        tests.put(
                key(path),
                new Statement.Indexed(parameters.get(path.parameter()), path.keys(), constant, s.position()));
    }

    private void call(Statement.Call s) {
        for (Operand argument : s.arguments()) {
            isNeeded(argument, s.position());
            if (COMPARED_OTHERWISE.contains(s.function())) {
                isComparedOtherwise(argument);
            }
        }
        before++;
        mayHaveFailed = true;
        forget(s.result());
    }

    private void isComparedOtherwise(Operand operand) {
        IndexedPath path = path(operand);
        if (path != null) {
            ambiguous.add(key(path));
        }
    }

    /** What a condition takes whole has to be defined; that is tested only behind what may fail. */
    private void isNeeded(Operand operand, Position position) {
        IndexedPath path = path(operand);
        if (path != null && path.isInput() && !path.keys().isEmpty() && mayHaveFailed && !isBehindEnd) {
            tests.putIfAbsent(
                    key(path), new Statement.Indexed(parameters.get(path.parameter()), path.keys(), null, position));
        }
    }

    /** Whether {@code statement} leaves no more than the body, and changes nothing but locals. */
    private boolean staysWithin(Statement statement) {
        before++;
        mayHaveFailed = true;
        Set<Integer> own = new HashSet<>(made);
        Blocks.within(statement).forEach(block -> Targets.in(block).forEach(this::forget));
        Blocks.each(Blocks.within(statement), inner -> {
            if (CollectionStart.of(inner) != null) {
                own.addAll(Targets.of(inner));
            }
        });
        return staysWithin(Blocks.within(statement), depth + 1, own);
    }

    private static boolean staysWithin(List<Block> blocks, int depth, Set<Integer> own) {
        return blocks.stream()
                .flatMap(block -> block.statements().stream())
                .allMatch(statement ->
                        isLocal(statement, depth, own) && staysWithin(Blocks.within(statement), depth + 1, own));
    }

    private static boolean isLocal(Statement statement, int depth, Set<Integer> own) {
        return switch (statement) {
            case Statement.AssignVarOnce _, Statement.Indexed _, Statement.ResultSetAdd _, Statement.ReturnLocal _ ->
                false;
            case Statement.Break s -> s.index() < depth;
            case Statement.CallDynamic _ -> depth >= LEFT_BY_UNDEFINED_RULE;
            default -> addsToItsOwn(statement, own);
        };
    }

    private static boolean addsToItsOwn(Statement statement, Set<Integer> own) {
        Addition addition = Addition.of(statement);
        return addition == null || own.contains(addition.local());
    }

    private void loop(Statement.Scan scan) {
        before++;
        mayHaveFailed = true;
        isComparedOtherwise(new Operand.Local(scan.source()));
        Targets.in(scan.block()).forEach(this::forget);
        forget(scan.key());
        forget(scan.value());
        depth++;
        follow(scan.block().statements());
    }

    private @Nullable IndexedPath path(Operand operand) {
        if (!(operand instanceof Operand.Local(int local))) {
            return null;
        }
        int parameter = parameters.indexOf(local);
        return switch (parameter) {
            case -1 -> paths.get(local);
            case DATA -> null;
            default -> IndexedPath.of(parameter);
        };
    }

    /** A scalar of the text. */
    private @Nullable RegoValue constant(Operand operand) {
        RegoValue value = switch (operand) {
            case Operand.Constant(var text) -> text;
            case Operand.Local(int local) -> constants.get(local);
        };
        return value == null || NO_SCALARS.contains(value.kind()) ? null : value;
    }

    private static IndexedPath key(IndexedPath path) {
        return path.copied();
    }
}
