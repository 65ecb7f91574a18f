package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;

/** Writes the statements that contain no blocks and make no calls. */
final class StatementCode {
    private final MethodCode method;
    private final CodeBuilder code;
    private final LocalUse use;
    private final String conflict;

    /** @param conflict the message for two conflicting values of the function */
    StatementCode(MethodCode method, LocalUse use, String conflict) {
        this.method = method;
        this.code = method.code;
        this.use = use;
        this.conflict = conflict;
    }

    private void load(int local) {
        method.frame.load(code, local);
    }

    private void store(int local) {
        method.frame.store(code, local);
    }

    void append(Statement.ArrayAppend s) {
        method.pushRun();
        load(s.array());
        method.push(s.value());
        method.constants().pushPosition(code, s.position());
        NodeMethod.APPEND.call(code);
    }

    void add(Statement.SetAdd s) {
        method.pushRun();
        load(s.set());
        method.push(s.value());
        method.constants().pushPosition(code, s.position());
        NodeMethod.ADD.call(code);
    }

    void insert(Statement.ObjectInsert s) {
        pushEntry(s.object(), s.key(), s.value());
        method.constants().pushPosition(code, s.position());
        NodeMethod.INSERT.call(code);
    }

    void insertOnce(Statement.ObjectInsertOnce s) {
        pushEntry(s.object(), s.key(), s.value());
        method.constants().pushPosition(code, s.position());
        NodeMethod.INSERT_ONCE.call(code);
    }

    private void pushEntry(int object, Operand key, Operand value) {
        method.pushRun();
        load(object);
        method.push(key);
        method.push(value);
    }

    void merge(Statement.ObjectMerge s, Label undefined) {
        method.pushRun();
        load(s.a());
        load(s.b());
        NodeMethod.MERGE.call(code);
        method.storeOrLeave(s.target(), undefined);
    }

    void assign(Statement.AssignVar s) {
        method.push(s.source());
        store(s.target());
    }

    void assignOnce(Statement.AssignVarOnce s) {
        method.pushRun();
        load(s.target());
        method.push(s.source());
        code.loadConstant(conflict);
        method.constants().pushPosition(code, s.position());
        NodeMethod.ASSIGN_ONCE.call(code);
        store(s.target());
    }

    void set(int target, RegoValue value) {
        method.constants().pushValue(code, value);
        store(target);
    }

    void setInt(Statement.AssignInt s) {
        set(s.target(), RegoNumber.of(s.value()));
    }

    void setNull(Statement.MakeNull s) {
        set(s.target(), RegoNull.NULL);
    }

    void reset(Statement.ResetLocal s) {
        method.pushUndefined();
        store(s.target());
    }

    void makeArray(Statement.MakeArray s) {
        method.pushRun();
        code.loadConstant(s.capacity());
        NodeMethod.MAKE_ARRAY.call(code);
        store(s.target());
    }

    void makeObject(Statement.MakeObject s) {
        method.pushRun();
        code.loadConstant(use.entries(s.target()));
        NodeMethod.MAKE_OBJECT.call(code);
        store(s.target());
    }

    void makeSet(Statement.MakeSet s) {
        method.pushRun();
        NodeMethod.MAKE_SET.call(code);
        store(s.target());
    }

    void length(Statement.Len s) {
        method.push(s.source());
        NodeMethod.LENGTH.call(code);
        store(s.target());
    }

    void isKind(Operand source, ClassDesc kind, Label undefined) {
        method.push(source);
        code.instanceOf(kind).ifeq(undefined);
    }

    void indexed(Statement.Indexed s, Label undefined) {
        load(s.local());
        method.constants().pushPath(code, s.keys());
        RegoValue constant = s.constant();
        if (constant == null) {
            code.aconst_null();
        } else {
            method.constants().pushValue(code, constant);
        }
        NodeMethod.MAY_HOLD.call(code);
        code.ifeq(undefined);
    }

    void isDefined(Statement.IsDefined s, Label undefined) {
        load(s.source());
        code.ifnull(undefined);
    }

    void isUndefined(Statement.IsUndefined s, Label undefined) {
        load(s.source());
        code.ifnonnull(undefined);
    }

    void addResult(Statement.ResultSetAdd s) {
        method.pushRun();
        load(s.value());
        NodeMethod.ADD_RESULT.call(code);
    }

    /** Writes the look-up of a key; inside a loop, an invariant look-up is made once. */
    void dot(Statement.Dot s, Label undefined, boolean inLoop) {
        Label done = code.newLabel();
        method.require(s.source(), undefined);
        method.require(s.key(), undefined);
        if (inLoop && use.isStable(s)) {
            skipIfFound(s, done);
        }
        lookUp(s);
        method.storeOrLeave(s.target(), undefined);
        code.labelBinding(done);
    }

    private void lookUp(Statement.Dot s) {
        boolean isField = s.key() instanceof Operand.Constant(RegoString key) && key.weight() == 1;
        if (s.isStored() || !isField) {
            method.pushRun();
        }
        method.push(s.source());
        if (isField && s.key() instanceof Operand.Constant(RegoString key)) {
            method.constants().pushText(code, key);
            (s.isStored() ? NodeMethod.FIELD_STORED : NodeMethod.FIELD).call(code);
        } else {
            method.push(s.key());
            (s.isStored() ? NodeMethod.FIND_STORED : NodeMethod.FIND).call(code);
        }
    }

    /**
     * Skips the look-up if the target has a value. A key that is not a constant may have a cost, which is charged each
     * time.
     */
    private void skipIfFound(Statement.Dot s, Label done) {
        Label unknown = code.newLabel();
        load(s.target());
        code.ifnull(unknown);
        if (s.key() instanceof Operand.Local) {
            method.pushRun();
            method.push(s.key());
            NodeMethod.PAY_FOR_KEY.call(code);
        }
        code.goto_(done);
        code.labelBinding(unknown);
    }

    void equal(Statement.Equal s, Label undefined) {
        if (isSpecial(s.a())) {
            equal(s.b(), (Operand.Constant) s.a(), undefined, false);
        } else if (isSpecial(s.b())) {
            equal(s.a(), (Operand.Constant) s.b(), undefined, false);
        } else {
            holds(s.a(), s.b());
            code.ifeq(undefined);
        }
    }

    void notEqual(Statement.NotEqual s, Label undefined) {
        if (isSpecial(s.a())) {
            equal(s.b(), (Operand.Constant) s.a(), undefined, true);
        } else if (isSpecial(s.b())) {
            equal(s.a(), (Operand.Constant) s.b(), undefined, true);
        } else {
            holds(s.a(), s.b());
            code.ifne(undefined);
        }
    }

    /**
     * Returns whether the operand can be compared without fuel: there are only two boolean objects, and a short string
     * costs nothing.
     */
    private static boolean isSpecial(Operand operand) {
        return operand instanceof Operand.Constant(var value)
                && (value instanceof RegoBoolean || (value instanceof RegoString text && text.weight() == 1));
    }

    private void equal(Operand operand, Operand.Constant constant, Label undefined, boolean wantsOther) {
        method.push(operand);
        if (constant.value() instanceof RegoString text) {
            method.constants().pushText(code, text);
            NodeMethod.IS_TEXT.call(code);
            if (wantsOther) {
                code.ifne(undefined);
            } else {
                code.ifeq(undefined);
            }
            return;
        }
        method.push(constant);
        if (wantsOther) {
            code.if_acmpeq(undefined);
        } else {
            code.if_acmpne(undefined);
        }
    }

    private void holds(Operand a, Operand b) {
        method.pushRun();
        method.push(a);
        method.push(b);
        NodeMethod.HOLDS.call(code);
    }
}
