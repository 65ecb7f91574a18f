package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.plan.Operand;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;

/**
 * The state that the statements of one method share: its code, its locals, and where its run and its fuel are. Confined
 * to one thread.
 */
final class MethodCode {
    /** The first parameter of every method. */
    private static final int RUN = 0;

    private static final String RETURNED = "returned";

    final CodeBuilder code;
    final Frame frame;
    private final Constants constants;
    private final int fuel;
    private final int answer;

    private MethodCode(CodeBuilder code, Frame frame, Constants constants, boolean isPiece) {
        this.code = code;
        this.frame = frame;
        this.constants = constants;
        this.fuel = code.allocateLocal(TypeKind.REFERENCE);
        this.answer = isPiece ? -1 : code.allocateLocal(TypeKind.REFERENCE);
        pushRun();
        code.getfield(ReferredClasses.RUN, "fuel", ReferredClasses.FUEL).astore(fuel);
    }

    /** Returns the code of the method of a function. */
    static MethodCode ofFunction(CodeBuilder code, Frame frame, Constants constants) {
        MethodCode method = new MethodCode(code, frame, constants, false);
        method.pushUndefined();
        code.astore(method.answer);
        return method;
    }

    /** Returns the code of the method of a piece of a function, which returns a signal. */
    static MethodCode ofPiece(CodeBuilder code, Frame frame, Constants constants) {
        return new MethodCode(code, frame, constants, true);
    }

    void pushRun() {
        code.aload(RUN);
    }

    /** Returns whether its function is split into pieces. */
    boolean isCut() {
        return frame instanceof Frame.Array;
    }

    /** Pushes the array that pieces share; valid only if there are pieces. */
    void pushFrame() {
        if (!(frame instanceof Frame.Array(int slot, var places))) {
            throw new IllegalStateException("locals of a method that was not to be split");
        }
        code.aload(slot);
    }

    void pushFuel() {
        code.aload(fuel);
    }

    void pushAnswer() {
        code.aload(answer);
    }

    /** Pushes null typed as a value: locals keep one type throughout, which keeps the verifier's tables small. */
    void pushUndefined() {
        code.aconst_null().checkcast(ReferredClasses.VALUE);
    }

    Constants constants() {
        return constants;
    }

    void push(Operand operand) {
        switch (operand) {
            case Operand.Local(int number) -> frame.load(code, number);
            case Operand.Constant(var value) -> constants.pushValue(code, value);
        }
    }

    /** Jumps to {@code undefined} unless {@code operand} has a value. */
    void require(Operand operand, Label undefined) {
        if (operand instanceof Operand.Local(int number)) {
            frame.load(code, number);
            code.ifnull(undefined);
        }
    }

    /** Pops a value, stores it in {@code local}, and jumps to {@code undefined} if it is undefined. */
    void storeOrLeave(int local, Label undefined) {
        code.dup();
        frame.store(code, local);
        code.ifnull(undefined);
    }

    /** Pops the answer of the function. */
    void giveAnswer() {
        if (answer < 0) {
            pushRun();
            code.swap().putfield(ReferredClasses.RUN, RETURNED, ReferredClasses.VALUE);
        } else {
            code.astore(answer);
        }
    }

    /** Takes over the answer of a piece of this function. */
    void takeAnswer() {
        if (answer >= 0) {
            pushRun();
            NodeMethod.RETURNED.call(code);
            code.astore(answer);
        }
    }
}
