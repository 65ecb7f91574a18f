package io.sallyport.regoengine.footprint;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoString;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Traces one function of the plan. A look-up with a constant key moves to a field; plain assignments and calls pass
 * places on; any other use of a place counts as reading all of it. Confined to one tracing.
 */
final class FunctionTrace {
    /**
     * Builtins that depend on time or randomness: those that OPA calls nondeterministic, and those that verify at a
     * time.
     */
    private static final Set<String> OF_THE_MOMENT = Set.of(
            "crypto.x509.parse_and_verify_certificates",
            "crypto.x509.parse_and_verify_certificates_with_options",
            "io.jwt.decode_verify",
            "io.jwt.encode_sign",
            "io.jwt.encode_sign_raw",
            "rand.intn",
            "time.now_ns",
            "uuid.rfc4122");

    private final Tracing tracing;
    private final PlannedFunction planned;
    private final Map<Integer, Set<InputPlace>> arguments = new HashMap<>();
    private HeldPlaces locals = new HeldPlaces();
    private boolean entered;

    FunctionTrace(Tracing tracing, PlannedFunction planned) {
        this.tracing = tracing;
        this.planned = planned;
    }

    PlannedFunction planned() {
        return planned;
    }

    /** Adds a call whose arguments may hold these places; returns whether the function must be followed again. */
    boolean enter(List<Set<InputPlace>> places) {
        boolean more = !entered;
        entered = true;
        List<Integer> parameters = planned.parameters();
        for (int i = 0; i < Math.min(parameters.size(), places.size()); i++) {
            more |= HeldPlaces.add(arguments, parameters.get(i), places.get(i));
        }
        return more;
    }

    /** Follows the function for every call that was added. */
    void follow() {
        locals = new HeldPlaces();
        arguments.forEach(locals::assign);
        blocks(planned.blocks());
    }

    private void blocks(List<Block> blocks) {
        blocks.forEach(this::block);
    }

    private void block(Block block) {
        locals.through(() -> statements(block));
    }

    private void statements(Block block) {
        for (Statement statement : block.statements()) {
            if (!tracing.mayGoOn(1)) {
                return;
            }
            statement(statement);
        }
    }

    /** An iteration sees what earlier iterations assigned. */
    private void scan(Statement.Scan scan) {
        use(new Operand.Local(scan.source()));
        boolean again = true;
        while (again && tracing.mayGoOn(1)) {
            again = locals.through(() -> {
                locals.assign(scan.key(), Set.of());
                locals.assign(scan.value(), Set.of());
                statements(scan.block());
            });
        }
    }

    /** Dispatches on the kind of statement. */
    private void statement(Statement statement) {
        switch (statement) {
            case Statement.ArrayAppend s -> use(new Operand.Local(s.array()), s.value());
            case Statement.AssignVar s -> locals.assign(s.target(), locals.of(s.source()));
            case Statement.AssignVarOnce s -> use(s.source(), new Operand.Local(s.target()));
            case Statement.Nested s -> blocks(s.blocks());
            case Statement.Call s -> call(s);
            case Statement.CallDynamic s -> callDynamic(s);
            case Statement.Dot s -> locals.assign(s.target(), found(s.source(), s.key()));
            case Statement.Equal s -> use(s.a(), s.b());
            case Statement.NotEqual s -> use(s.a(), s.b());
            case Statement.IsArray s -> use(s.source());
            case Statement.IsObject s -> use(s.source());
            case Statement.IsSet s -> use(s.source());
            case Statement.Len s -> {
                use(s.source());
                locals.assign(s.target(), Set.of());
            }
            case Statement.Not s -> block(s.block());
            case Statement.ObjectInsert s -> use(s.key(), s.value(), new Operand.Local(s.object()));
            case Statement.ObjectInsertOnce s -> use(s.key(), s.value(), new Operand.Local(s.object()));
            case Statement.ObjectMerge s -> {
                use(new Operand.Local(s.a()), new Operand.Local(s.b()));
                locals.assign(s.target(), Set.of());
            }
            case Statement.ResultSetAdd s -> use(new Operand.Local(s.value()));
            case Statement.ReturnLocal s -> use(new Operand.Local(s.source()));
            case Statement.Scan s -> scan(s);
            case Statement.SetAdd s -> use(s.value(), new Operand.Local(s.set()));
            case Statement.With s -> {
                use(new Operand.Local(s.local()), s.value());
                block(s.block());
            }
            case Statement.IsDefined s -> locals.of(s.source()).forEach(InputPlace::useExistence);
            case Statement.IsUndefined s -> locals.of(s.source()).forEach(InputPlace::useExistence);
            case Statement.AssignInt s -> locals.assign(s.target(), Set.of());
            case Statement.MakeArray s -> locals.assign(s.target(), Set.of());
            case Statement.MakeNull s -> locals.assign(s.target(), Set.of());
            case Statement.MakeNumber s -> locals.assign(s.target(), Set.of());
            case Statement.MakeObject s -> locals.assign(s.target(), Set.of());
            case Statement.MakeSet s -> locals.assign(s.target(), Set.of());
            case Statement.ResetLocal s -> locals.assign(s.target(), Set.of());
            case Statement.Indexed s -> use(new Operand.Local(s.local()));
            case Statement.Break _, Statement.Nop _ -> {}
        }
    }

    private void use(Operand... operands) {
        for (Operand operand : operands) {
            locals.of(operand).forEach(InputPlace::useWhole);
        }
    }

    /** Returns the places at {@code key} of the source's places. */
    private Set<InputPlace> found(Operand source, Operand key) {
        Set<InputPlace> places = locals.of(source);
        if (!(key instanceof Operand.Constant(RegoString name)) || !tracing.mayGoOn(places.size())) {
            use(source, key);
            return Set.of();
        }
        Set<InputPlace> fields = new LinkedHashSet<>();
        for (InputPlace place : places) {
            InputPlace field = place.field(name.text());
            if (field != null) {
                fields.add(field);
            }
        }
        return fields;
    }

    private void call(Statement.Call call) {
        FunctionTrace called = tracing.function(call.function());
        List<Operand> arguments = call.arguments();
        Set<InputPlace> answer = Set.of();
        if (called != null) {
            tracing.enter(called, arguments.stream().map(locals::of).toList());
        } else if (call.function().equals("object.get") && arguments.size() == 3) {
            answer = new LinkedHashSet<>(found(arguments.get(0), arguments.get(1)));
            answer.addAll(locals.of(arguments.get(2)));
        } else {
            use(arguments.toArray(Operand[]::new));
            if (OF_THE_MOMENT.contains(call.function())) {
                tracing.useMoment();
            }
        }
        if (called != null || tracing.answers(call.function())) {
            locals.assign(call.result(), answer);
        }
    }

    private void callDynamic(Statement.CallDynamic call) {
        use(call.path().toArray(Operand[]::new));
        List<Set<InputPlace>> given = call.arguments().stream().map(locals::of).toList();
        tracing.rules(call).forEach(rule -> tracing.enter(rule, given));
        locals.assign(call.result(), Set.of());
    }
}
