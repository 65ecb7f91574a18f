package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Statement;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes blocks, and the statements that contain blocks, into one method. Undefined becomes a jump. What does not fit
 * becomes separate methods ({@link MethodSplitter}). Confined to one thread.
 */
final class BlockCode {
    private final MethodCode method;
    private final CodeBuilder code;
    private final LocalUse use;
    private final MethodSplitter pieces;
    private final StatementCode simple;
    private final CallCode calls;
    private int loops;

    BlockCode(MethodCode method, FunctionCode function, int loops) {
        this.method = method;
        this.code = method.code;
        this.use = function.use();
        this.pieces = function.pieces();
        this.simple = new StatementCode(method, use, function.conflict());
        this.calls = new CallCode(method, function.callees());
        this.loops = loops;
    }

    /** Writes the blocks of a function; leaving one of them continues with the next. */
    void body(List<Block> blocks, Label returning, int room) {
        if (blocks.size() == 1 || pieces.fit(blocks, room)) {
            for (Block block : blocks) {
                Label next = code.newLabel();
                block(block, new Exits.OfFunction(next, returning), room);
                code.labelBinding(next);
            }
            return;
        }
        for (List<Block> group : pieces.groups(blocks)) {
            Label next = code.newLabel();
            call(pieces.addBody(group), Set.of(Signals.RETURN), new Exits.OfFunction(next, returning));
            code.labelBinding(next);
        }
    }

    /** Writes a block, which charges for its statements when it starts. */
    private void block(Block block, Exits exits, int room) {
        method.pushFuel();
        code.loadConstant((long) block.steps());
        NodeMethod.STEPS.call(code);
        statements(block.statements(), exits, room);
    }

    void statements(List<Statement> statements, Exits exits, int room) {
        if (pieces.fitStatements(statements, room)) {
            inOrder(statements, exits, room);
        } else if (statements.size() > 1) {
            pieces.chunks(statements).forEach(chunk -> piece(chunk, exits));
        } else if (room < pieces.room() / 2) {
            piece(statements, exits);
        } else {
            statement(statements.get(0), exits, room - MethodSplitter.AROUND_BLOCK);
        }
    }

    private void inOrder(List<Statement> statements, Exits exits, int room) {
        for (Statement statement : statements) {
            statement(statement, exits, room);
            if (statement instanceof Statement.Break || statement instanceof Statement.ReturnLocal) {
                return;
            }
        }
    }

    /** Writes a call of statements in a separate method, and the jumps for its signals. */
    private void piece(List<Statement> statements, Exits exits) {
        call(pieces.add(statements, loops), Signals.of(statements), exits);
    }

    private void call(String piece, Set<Integer> signals, Exits exits) {
        int signal = code.allocateLocal(TypeKind.INT);
        method.pushRun();
        method.pushFrame();
        code.invokestatic(pieces.owner(), piece, MethodSplitter.TYPE).istore(signal);
        for (int possible : signals) {
            Label other = code.newLabel();
            code.iload(signal).loadConstant(possible).if_icmpne(other);
            if (possible == Signals.RETURN) {
                method.takeAnswer();
            }
            code.goto_(possible == Signals.RETURN ? exits.returning() : exits.leaving(possible));
            code.labelBinding(other);
        }
    }

    /** Dispatches on the kind of statement. */
    private void statement(Statement statement, Exits exits, int room) {
        switch (statement) {
            case Statement.ArrayAppend s -> simple.append(s);
            case Statement.AssignInt s -> simple.setInt(s);
            case Statement.AssignVar s -> simple.assign(s);
            case Statement.AssignVarOnce s -> simple.assignOnce(s);
            case Statement.Nested s -> nested(s.blocks(), exits, room);
            case Statement.Break s -> code.goto_(exits.leaving(s.index() + 1));
            case Statement.Call s -> calls.call(s, exits);
            case Statement.CallDynamic s -> calls.callDynamic(s, exits);
            case Statement.Dot s -> simple.dot(s, undefined(exits), loops > 0);
            case Statement.Equal s -> simple.equal(s, undefined(exits));
            case Statement.NotEqual s -> simple.notEqual(s, undefined(exits));
            case Statement.Indexed s -> simple.indexed(s, undefined(exits));
            case Statement.IsArray s -> simple.isKind(s.source(), ReferredClasses.ARRAY, undefined(exits));
            case Statement.IsObject s -> simple.isKind(s.source(), ReferredClasses.OBJECT, undefined(exits));
            case Statement.IsSet s -> simple.isKind(s.source(), ReferredClasses.SET, undefined(exits));
            case Statement.IsDefined s -> simple.isDefined(s, undefined(exits));
            case Statement.IsUndefined s -> simple.isUndefined(s, undefined(exits));
            case Statement.Len s -> simple.length(s);
            case Statement.MakeArray s -> simple.makeArray(s);
            case Statement.MakeNull s -> simple.setNull(s);
            case Statement.MakeNumber s -> simple.set(s.target(), s.value());
            case Statement.MakeObject s -> simple.makeObject(s);
            case Statement.MakeSet s -> simple.makeSet(s);
            case Statement.Nop _ -> code.nop();
            case Statement.Not s -> not(s.block(), exits, room);
            case Statement.ObjectInsert s -> simple.insert(s);
            case Statement.ObjectInsertOnce s -> simple.insertOnce(s);
            case Statement.ObjectMerge s -> simple.merge(s, undefined(exits));
            case Statement.ResetLocal s -> simple.reset(s);
            case Statement.ResultSetAdd s -> simple.addResult(s);
            case Statement.ReturnLocal s -> returnLocal(s, exits);
            case Statement.Scan s -> scan(s, exits, room);
            case Statement.SetAdd s -> simple.add(s);
            case Statement.With s -> with(s, exits, room);
        }
    }

    private static Label undefined(Exits exits) {
        return exits.leaving(Signals.UNDEFINED);
    }

    private void nested(List<Block> blocks, Exits exits, int room) {
        if (blocks.size() < 2 || pieces.fit(blocks, room)) {
            for (Block block : blocks) {
                Label next = code.newLabel();
                block(block, new Exits.OfBlock(next, exits), room);
                code.labelBinding(next);
            }
        } else {
            pieces.groups(blocks).forEach(group -> piece(List.of(MethodSplitter.together(group)), exits));
        }
    }

    private void not(Block block, Exits exits, int room) {
        Label holds = code.newLabel();
        block(block, new Exits.OfBlock(holds, exits), room);
        code.goto_(undefined(exits));
        code.labelBinding(holds);
    }

    private void returnLocal(Statement.ReturnLocal statement, Exits exits) {
        method.frame.load(code, statement.source());
        method.giveAnswer();
        code.goto_(exits.returning());
    }

    private void scan(Statement.Scan scan, Exits exits, int room) {
        int scanned = code.allocateLocal(TypeKind.REFERENCE);
        int place = code.allocateLocal(TypeKind.INT);
        Label top = code.newLabel();
        Label next = code.newLabel();
        Label done = code.newLabel();
        method.frame.load(code, scan.source());
        code.astore(scanned).iconst_0().istore(place).labelBinding(top);
        code.aload(scanned).iload(place);
        NodeMethod.REACHES.call(code);
        code.ifeq(done);
        element(scan, scanned, place);
        loops++;
        block(scan.block(), new Exits.OfBlock(next, exits), room);
        loops--;
        code.labelBinding(next).iinc(place, 1).goto_(top).labelBinding(done);
    }

    private void element(Statement.Scan scan, int scanned, int place) {
        method.pushFuel();
        NodeMethod.STEP.call(code);
        if (use.isRead(scan.key())) {
            code.aload(scanned).iload(place);
            NodeMethod.KEY_AT.call(code);
            method.frame.store(code, scan.key());
        }
        code.aload(scanned).iload(place);
        NodeMethod.VALUE_AT.call(code);
        method.frame.store(code, scan.value());
    }

    /** Writes a {@code with}: however its block is left, the replaced value is restored. */
    private void with(Statement.With with, Exits exits, int room) {
        int held = code.allocateLocal(TypeKind.REFERENCE);
        method.frame.load(code, with.local());
        code.astore(held);
        replace(with, held);
        Exits.Gathered left = new Exits.Gathered(code);
        Label done = code.newLabel();
        block(with.block(), left, room);
        putBack(with, held);
        code.goto_(done);
        for (Map.Entry<Integer, Label> way : left.labels().entrySet()) {
            code.labelBinding(way.getValue());
            putBack(with, held);
            code.goto_(outer(way.getKey(), exits));
        }
        code.labelBinding(done);
    }

    /**
     * Returns where a signal that left the block of a {@code with} continues; if the block is undefined, so is the
     * statement.
     */
    private static Label outer(int signal, Exits exits) {
        return signal == Signals.RETURN ? exits.returning() : exits.leaving(Math.max(Signals.UNDEFINED, signal - 1));
    }

    private void replace(Statement.With with, int held) {
        method.pushRun();
        code.aload(held);
        method.push(with.value());
        method.constants().pushPath(code, with.path());
        (with.replacesData() ? NodeMethod.REPLACED_DATA : NodeMethod.REPLACED).call(code);
        method.frame.store(code, with.local());
        method.pushRun();
        if (with.replacesData()) {
            method.frame.load(code, with.local());
            method.constants().pushPath(code, with.path());
            NodeMethod.REPLACE_DATA.call(code);
        } else {
            NodeMethod.REPLACE_INPUT.call(code);
        }
    }

    private void putBack(Statement.With with, int held) {
        method.pushRun();
        NodeMethod.RESTORE.call(code);
        code.aload(held);
        method.frame.store(code, with.local());
    }
}
