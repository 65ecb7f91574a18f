package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/** Writes one function or query of a plan as a static method, or as several if it is large. */
final class FunctionCode {
    /** The maximum number of JVM locals of a method; a thread's stack holds {@code policy.max_depth} times as many. */
    private static final int MAX_SLOTS = 200;

    /** Below the JVM's limit of 255 arguments per method. */
    private static final int MAX_ARGUMENTS = 200;

    /** The room of a function that is not split. */
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    /** The bytes that it takes to set a local to undefined. */
    private static final int BYTES_PER_LOCAL = 6;

    private final String method;
    private final String conflict;
    private final List<Integer> parameters;
    private final List<Block> body;
    private final MethodTypeDesc type;
    private final CallGraph callees;
    private final Constants constants;
    private final LocalUse use;
    private final MethodSplitter pieces;

    /**
     * Creates the code of a function.
     *
     * @param method its name in the class
     * @param room the maximum size of a method, in estimated bytes
     * @param keepsLookups whether an invariant look-up in a loop is made once
     */
    FunctionCode(
            String method,
            String conflict,
            List<Integer> parameters,
            List<Block> body,
            CallGraph callees,
            Constants constants,
            int room,
            boolean keepsLookups) {
        this.method = method;
        this.conflict = conflict;
        this.parameters = parameters;
        this.body = body;
        this.type = CallGraph.type(parameters.size());
        this.callees = callees;
        this.constants = constants;
        this.use = new LocalUse(parameters, body, keepsLookups);
        this.pieces = new MethodSplitter(callees.owner(), method, Estimate.inArray(), room);
    }

    /** Returns whether a method can take its arguments. */
    static boolean fits(List<Integer> parameters) {
        return parameters.size() <= MAX_ARGUMENTS && new HashSet<>(parameters).size() == parameters.size();
    }

    LocalUse use() {
        return use;
    }

    MethodSplitter pieces() {
        return pieces;
    }

    String conflict() {
        return conflict;
    }

    CallGraph callees() {
        return callees;
    }

    void write(ClassBuilder builder) {
        boolean small = use.places().size() <= MAX_SLOTS
                && Estimate.inSlots().ofBlocks(body)
                                + BYTES_PER_LOCAL * use.places().size()
                        <= pieces.room();
        builder.withMethodBody(method, type, ClassFile.ACC_STATIC, small ? this::inSlots : this::inArray);
        for (MethodSplitter.Piece piece = pieces.poll(); piece != null; piece = pieces.poll()) {
            write(builder, piece);
        }
    }

    /** Arguments stay in the slots in which they are passed. */
    private void inSlots(CodeBuilder code) {
        Map<Integer, Integer> slots = new HashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            slots.put(parameters.get(i), code.parameterSlot(i + 1));
        }
        for (int local : use.places().keySet()) {
            slots.computeIfAbsent(local, l -> code.allocateLocal(TypeKind.REFERENCE));
        }
        MethodCode written = MethodCode.ofFunction(code, new Frame.Slots(slots), constants);
        for (Entry<Integer, Integer> slot : slots.entrySet()) {
            if (!parameters.contains(slot.getKey())) {
                written.pushUndefined();
                code.astore(slot.getValue());
            }
        }
        body(written);
    }

    private void inArray(CodeBuilder code) {
        int array = code.allocateLocal(TypeKind.REFERENCE);
        code.loadConstant(use.places().size()).anewarray(ReferredClasses.VALUE).astore(array);
        for (int i = 0; i < parameters.size(); i++) {
            code.aload(array).loadConstant(i).aload(code.parameterSlot(i + 1)).aastore();
        }
        body(MethodCode.ofFunction(code, new Frame.Array(array, use.places()), constants));
    }

    private void body(MethodCode written) {
        CodeBuilder code = written.code;
        int nesting = Nesting.ofFunction(body);
        written.pushRun();
        code.loadConstant(nesting);
        NodeMethod.ENTER.call(code);
        Label returning = code.newLabel();
        new BlockCode(written, this, 0).body(body, returning, written.isCut() ? pieces.room() : NO_LIMIT);
        code.labelBinding(returning);
        written.pushRun();
        code.loadConstant(nesting);
        NodeMethod.LEAVE.call(code);
        written.pushAnswer();
        code.areturn();
    }

    private void write(ClassBuilder builder, MethodSplitter.Piece piece) {
        builder.withMethodBody(piece.method(), MethodSplitter.TYPE, ClassFile.ACC_STATIC, code -> {
            Frame frame = new Frame.Array(code.parameterSlot(1), use.places());
            Exits.Gathered exits = new Exits.Gathered(code);
            BlockCode blocks = new BlockCode(MethodCode.ofPiece(code, frame, constants), this, piece.loops());
            if (piece.body().isEmpty()) {
                blocks.statements(piece.statements(), exits, pieces.room());
            } else {
                blocks.body(piece.body(), exits.returning(), pieces.room());
            }
            code.iconst_0().ireturn();
            for (Entry<Integer, Label> way : exits.labels().entrySet()) {
                code.labelBinding(way.getValue())
                        .loadConstant((int) way.getKey())
                        .ireturn();
            }
        });
    }

    /** Writes a method that runs {@code function}, which no method can hold, as nodes. */
    static void onNodes(ClassBuilder builder, CallGraph.Planned planned, Object function, Constants constants) {
        int arity = planned.function().parameters().size();
        if (arity > MAX_ARGUMENTS) {
            throw new NotCompilable(planned.function().name() + " takes " + arity + " arguments");
        }
        builder.withMethodBody(planned.body(), planned.type(), ClassFile.ACC_STATIC, code -> {
            code.aload(0);
            constants.push(code, function, ReferredClasses.FUNCTION);
            code.loadConstant(arity).anewarray(ReferredClasses.VALUE);
            for (int i = 0; i < arity; i++) {
                code.dup().loadConstant(i).aload(code.parameterSlot(i + 1)).aastore();
            }
            NodeMethod.ON_NODES.call(code);
            code.areturn();
        });
    }
}
