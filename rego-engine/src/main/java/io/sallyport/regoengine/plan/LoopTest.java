package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoBoolean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The first test in a loop that compares its element with something that is the same in each iteration: {@code ==}, or
 * {@code element in collection}. Before the test stand only statements that set locals, and conditions; none of them
 * can fail, call a rule, add to a value, or leave more than the iteration.
 *
 * @param otherSide statements that compute, in locals of their own, what is the same in each iteration
 * @param other what the element is compared with, once {@code otherSide} has run
 * @param isMembership whether {@code other} is the collection of {@code in}
 * @param before the locals that the loop sets before the test, its key and value among them
 * @param free the first number that no local has
 */
record LoopTest(List<Statement> otherSide, Operand other, boolean isMembership, Set<Integer> before, int free) {
    private static final String MEMBER = "internal.member_2";
    private static final Operand FALSE = new Operand.Constant(RegoBoolean.FALSE);

    /**
     * @param growing locals whose values a loop may add to
     * @param free the first number that no local of the function has
     */
    static @Nullable LoopTest of(Statement.Scan scan, Set<Integer> growing, int free) {
        return new Search(scan, growing, free).test();
    }

    /** Follows the statements of an iteration. Confined to one loop. */
    private static final class Search {
        private final Statement.Scan scan;
        private final Set<Integer> varying;
        private final Set<Integer> before = new HashSet<>();

        /** Locals that hold the element. */
        private final Set<Integer> elements = new HashSet<>();

        /** Locals that hold the same in each iteration, and the local that holds it before the loop. */
        private final Map<Integer, Integer> same = new HashMap<>();

        /** Locals that hold whether the element is in a collection. */
        private final Map<Integer, Operand> memberships = new HashMap<>();

        private final List<Statement> copies = new ArrayList<>();
        private int free;

        Search(Statement.Scan scan, Set<Integer> growing, int free) {
            this.scan = scan;
            this.free = free;
            varying = Targets.in(scan.block());
            varying.addAll(Targets.of(scan));
            varying.addAll(growing);
            before.addAll(Targets.of(scan));
            if (scan.key() != scan.value()) {
                elements.add(scan.value());
            }
        }

        @Nullable
        LoopTest test() {
            for (Statement statement : scan.block().statements()) {
                LoopTest found = testIn(statement);
                if (found != null) {
                    return found;
                }
                if (!isPassed(statement)) {
                    return null;
                }
            }
            return null;
        }

        private @Nullable LoopTest testIn(Statement statement) {
            return switch (statement) {
                case Statement.Equal(Operand a, Operand b, Position _) when isElement(a) -> equality(b);
                case Statement.Equal(Operand a, Operand b, Position _) when isElement(b) -> equality(a);
                case Statement.NotEqual(Operand a, Operand b, Position _) when b.equals(FALSE) -> membership(a);
                default -> null;
            };
        }

        private @Nullable LoopTest membership(Operand result) {
            Operand collection = result instanceof Operand.Local(int number) ? memberships.get(number) : null;
            return collection == null ? null : new LoopTest(copies, collection, true, before, free);
        }

        private @Nullable LoopTest equality(Operand other) {
            Operand same = sameInEach(other);
            return same == null ? null : new LoopTest(copies, same, false, before, free);
        }

        /** Takes note of a statement before the test; false if the search ends with it. */
        private boolean isPassed(Statement statement) {
            switch (statement) {
                case Statement.AssignVar s -> assign(s);
                case Statement.Dot s -> lookUp(s);
                case Statement.MakeNumber s ->
                    constant(s.target(), at -> new Statement.MakeNumber(s.value(), at, s.position()));
                case Statement.MakeNull s -> constant(s.target(), at -> new Statement.MakeNull(at, s.position()));
                case Statement.AssignInt s ->
                    constant(s.target(), at -> new Statement.AssignInt(s.value(), at, s.position()));
                case Statement.Call s
                when isMembershipOfElement(s) -> {
                    Operand collection = sameInEach(s.arguments().getLast());
                    set(s.result());
                    if (collection != null) {
                        memberships.put(s.result(), collection);
                    }
                }
                case Statement.Equal _,
                        Statement.IsArray _,
                        Statement.IsDefined _,
                        Statement.IsObject _,
                        Statement.IsSet _,
                        Statement.IsUndefined _,
                        Statement.Nop _,
                        Statement.NotEqual _ -> {}
                default -> {
                    return false;
                }
            }
            return true;
        }

        private boolean isMembershipOfElement(Statement.Call call) {
            return call.function().equals(MEMBER)
                    && call.arguments().size() == 2
                    && isElement(call.arguments().getFirst());
        }

        private void assign(Statement.AssignVar assign) {
            boolean isElement = isElement(assign.source());
            Operand source = sameInEach(assign.source());
            set(assign.target());
            if (isElement) {
                elements.add(assign.target());
            } else if (source != null) {
                copy(assign.target(), at -> new Statement.AssignVar(source, at, assign.position()));
            }
        }

        private void lookUp(Statement.Dot dot) {
            Operand source = sameInEach(dot.source());
            Operand key = sameInEach(dot.key());
            set(dot.target());
            if (source != null && key != null) {
                copy(dot.target(), at -> new Statement.Dot(source, key, at, dot.position(), dot.isStored()));
            }
        }

        private void constant(int target, IntFunction<Statement> made) {
            set(target);
            copy(target, made);
        }

        private void set(int target) {
            before.add(target);
            elements.remove(target);
            same.remove(target);
            memberships.remove(target);
        }

        private void copy(int target, IntFunction<Statement> made) {
            int at = free++;
            copies.add(made.apply(at));
            same.put(target, at);
        }

        private boolean isElement(Operand operand) {
            return operand instanceof Operand.Local(int number) && elements.contains(number);
        }

        /** Returns the operand before the loop that is the same as this one, or null. */
        private @Nullable Operand sameInEach(Operand operand) {
            if (!(operand instanceof Operand.Local(int number))) {
                return operand;
            }
            Integer copied = same.get(number);
            if (copied != null) {
                return new Operand.Local(copied);
            }
            return varying.contains(number) ? null : operand;
        }
    }
}
