package io.sallyport.regoengine.bytecode;

import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes the calls of rules: each runs once under an input and data, and dynamic calls find it by its number. */
record RuleCode(ClassDesc owner, List<CallGraph.Planned> rules) {
    /** The name of the method that calls the rule with a given number. */
    static final String BY_NUMBER = "rule";

    static final MethodTypeDesc BY_NUMBER_TYPE = MethodTypeDesc.of(
            ReferredClasses.VALUE, ReferredClasses.RUN, CD_int, ReferredClasses.VALUE, ReferredClasses.VALUE);

    /** The maximum number of cases of one switch, of about 15 bytes each. */
    private static final int CASES = 400;

    private static final int RUN = 0;
    private static final int INPUT = 1;
    private static final int DATA = 2;
    private static final int MEMORY = 3;
    private static final int ANSWER = 4;

    void write(ClassBuilder builder) {
        for (int i = 0; i < rules.size(); i++) {
            int number = i;
            builder.withMethodBody(
                    rules.get(i).method(),
                    rules.get(i).type(),
                    ClassFile.ACC_STATIC,
                    code -> remembering(code, rules.get(number), number));
        }
        for (int from = 0; from == 0 || from < rules.size(); from += CASES) {
            int first = from;
            builder.withMethodBody(name(from), BY_NUMBER_TYPE, ClassFile.ACC_STATIC, code -> byNumber(code, first));
        }
    }

    private static String name(int from) {
        return from == 0 ? BY_NUMBER : BY_NUMBER + from;
    }

    private void remembering(CodeBuilder code, CallGraph.Planned rule, int number) {
        Label unknown = code.newLabel();
        code.aload(RUN);
        NodeMethod.REMEMBERED.call(code);
        code.astore(MEMORY).aload(MEMORY).loadConstant(number);
        NodeMethod.KNOWS.call(code);
        code.ifeq(unknown).aload(MEMORY).loadConstant(number);
        NodeMethod.RECALL.call(code);
        code.areturn();
        code.labelBinding(unknown);
        code.aload(RUN).aload(INPUT).aload(DATA).invokestatic(owner, rule.body(), rule.type());
        code.astore(ANSWER).aload(MEMORY).loadConstant(number).aload(ANSWER);
        NodeMethod.REMEMBER.call(code);
        code.aload(ANSWER).areturn();
    }

    /** Writes the switch for the rules from {@code first}; the next method handles those that do not fit. */
    private void byNumber(CodeBuilder code, int first) {
        int end = Math.min(rules.size(), first + CASES);
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = first; i < end; i++) {
            cases.add(SwitchCase.of(i, code.newLabel()));
        }
        Label others = code.newLabel();
        code.iload(1);
        if (cases.isEmpty()) {
            code.pop();
        } else {
            code.tableswitch(first, end - 1, others, cases);
        }
        for (SwitchCase rule : cases) {
            code.labelBinding(rule.target()).aload(0).aload(2).aload(3);
            code.invokestatic(
                    owner,
                    rules.get(rule.caseValue()).method(),
                    rules.get(rule.caseValue()).type());
            code.areturn();
        }
        code.labelBinding(others);
        if (end < rules.size()) {
            code.aload(0)
                    .iload(1)
                    .aload(2)
                    .aload(3)
                    .invokestatic(owner, name(end), BY_NUMBER_TYPE)
                    .areturn();
        } else {
            code.aconst_null().areturn();
        }
    }
}
