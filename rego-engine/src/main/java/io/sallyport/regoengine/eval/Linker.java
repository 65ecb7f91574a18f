package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.Matchers;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.eval.node.BreakNode;
import io.sallyport.regoengine.eval.node.BuiltinNode;
import io.sallyport.regoengine.eval.node.CallNode;
import io.sallyport.regoengine.eval.node.Dispatch;
import io.sallyport.regoengine.eval.node.Function;
import io.sallyport.regoengine.eval.node.Node;
import io.sallyport.regoengine.eval.node.RuleNode;
import io.sallyport.regoengine.eval.node.Sequence;
import io.sallyport.regoengine.eval.node.Source;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.BuiltinDeclaration;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Rewriting;
import io.sallyport.regoengine.plan.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Resolves the names of a plan and builds its nodes. Confined to one thread, for one plan. */
final class Linker {
    private final Plan plan;
    private final Set<Rewriting> rewritings;
    private final ToBytecode when;
    private final int methodBytes;
    private final Builtins builtins;
    private final @Nullable Instrument instrument;
    private final Map<String, Function> functions = new HashMap<>();
    private final Map<String, BuiltinDeclaration> declarations = new HashMap<>();
    private final Dispatch dispatch = new Dispatch();
    private final Map<String, LoadError> errors = new LinkedHashMap<>();

    Linker(Plan plan, Builtins builtins, ToBytecode when) {
        this(plan, builtins, Rewriting.all(), when);
    }

    /** @param rewritings to apply to {@code plan} */
    Linker(Plan plan, Builtins builtins, Set<Rewriting> rewritings, ToBytecode when) {
        this(Preparation.of(plan, rewritings), builtins, rewritings, when, ProgramClass.METHOD_BYTES, null);
    }

    /** @param instrument reports what the program comes to; it runs as nodes only */
    static Linker reporting(Plan plan, Builtins builtins, Instrument instrument) {
        return new Linker(
                Preparation.asWritten(plan), builtins, ToBytecode.NEVER, ProgramClass.METHOD_BYTES, instrument);
    }

    /**
     * Creates a linker for a plan that was prepared.
     *
     * @param methodBytes the size of a bytecode method at which its function is split
     * @param instrument null to report nothing, which costs nothing
     */
    Linker(Plan plan, Builtins builtins, ToBytecode when, int methodBytes, @Nullable Instrument instrument) {
        this(plan, builtins, Rewriting.all(), when, methodBytes, instrument);
    }

    /** Creates a linker for a plan to which these rewritings were applied; it uses those that concern bytecode. */
    Linker(
            Plan plan,
            Builtins builtins,
            Set<Rewriting> rewritings,
            ToBytecode when,
            int methodBytes,
            @Nullable Instrument instrument) {
        this.rewritings = rewritings;
        this.methodBytes = methodBytes;
        this.when = when;
        this.plan = plan;
        this.instrument = instrument;
        this.builtins = builtins;
    }

    LoadedProgram link() {
        plan.builtins().forEach(declared -> declarations.put(declared.name(), declared));
        int remembered = declare();
        for (PlannedFunction planned : plan.functions()) {
            define(functions.get(planned.name()), planned.parameters(), planned.blocks());
        }
        List<Function> queries = new ArrayList<>();
        for (PlannedQuery planned : plan.queries()) {
            Function query = new Function(planned.name(), new int[] {0, 1}, Function.NOT_REMEMBERED);
            define(query, List.of(0, 1), planned.blocks());
            queries.add(query);
        }
        if (!errors.isEmpty()) {
            return new LoadedProgram.Refused(List.copyOf(errors.values()));
        }
        var origin = new Bytecode.Origin(plan, builtins, dispatch, functions, methodBytes, rewritings);
        return new LoadedProgram.Ready(new Program(queries, matchers(), remembered, new Bytecode(when, origin)));
    }

    private Matchers matchers() {
        return new Matchers(new HashSet<>(plan.strings()), rewritings.contains(Rewriting.EXPRESSION_AUTOMATA));
    }

    /** Declares every function, so that each can call those planned after it; returns how many have a memo. */
    private int declare() {
        int remembered = 0;
        for (PlannedFunction planned : plan.functions()) {
            boolean rule = planned.parameters().size() == 2;
            int[] parameters =
                    planned.parameters().stream().mapToInt(Integer::intValue).toArray();
            Function function = new Function(planned.name(), parameters, rule ? remembered++ : Function.NOT_REMEMBERED);
            functions.put(planned.name(), function);
            if (rule) {
                dispatch.add(planned.path(), function);
            }
        }
        return remembered;
    }

    private void define(@Nullable Function function, List<Integer> parameters, List<Block> blocks) {
        if (function == null) {
            return;
        }
        NodeMaker maker = new NodeMaker(this, function.conflict());
        parameters.forEach(maker::use);
        Sequence[] body = maker.sequences(blocks);
        function.define(
                instrument == null ? body : after(instrument.before(function.name(), blocks), body),
                maker.localCount());
    }

    private static Sequence[] after(List<Sequence> first, Sequence[] body) {
        return Stream.concat(first.stream(), Arrays.stream(body)).toArray(Sequence[]::new);
    }

    /** Returns what reports on each statement that is run, or null. */
    @Nullable
    Instrument instrument() {
        return instrument;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    /** Returns the node of a call: a planned function of that name takes precedence over a builtin. */
    Node call(Statement.Call call, Source[] arguments) {
        Function function = functions.get(call.function());
        return function == null ? builtin(call, arguments) : planned(call, function, arguments);
    }

    private Node planned(Statement.Call call, Function function, Source[] arguments) {
        if (function.arity() != arguments.length) {
            refuse(LoadError.malformed(
                    "call of " + call.function() + " with another number of arguments", call.position()));
        }
        return function.remembered() == Function.NOT_REMEMBERED
                ? new CallNode(function, arguments, call.result())
                : new RuleNode(function, arguments[0], arguments[1], call.result());
    }

    private Node builtin(Statement.Call call, Source[] arguments) {
        Builtin builtin = builtins.find(call.function());
        if (builtin == null) {
            refuse(LoadError.unknownBuiltin(call.function(), call.position()));
            return new BreakNode(0);
        }
        if (builtin.arity() != arguments.length) {
            refuse(LoadError.malformed(
                    "%s takes %d operands, not %d".formatted(call.function(), builtin.arity(), arguments.length),
                    call.position()));
            return new BreakNode(0);
        }
        return BuiltinNode.of(builtin, answers(call.function()), arguments, call.result(), call.position());
    }

    private boolean answers(String name) {
        BuiltinDeclaration declared = declarations.get(name);
        return declared == null || declared.answers();
    }

    /** Records an error; each message is reported once. */
    void refuse(LoadError error) {
        errors.putIfAbsent(error.message(), error);
    }

    void refuse(String why, Position position) {
        refuse(LoadError.malformed(why, position));
    }
}
