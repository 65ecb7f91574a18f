package io.sallyport.regoengine.bytecode;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import io.sallyport.regoengine.plan.PlannedQuery;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes the class of a plan. Confined to one thread, for one plan. */
final class ProgramCode {
    /** The maximum number of constants that a class initializer can set, at 11 bytes each. */
    private static final int MAX_CONSTANTS = 5_000;

    private static final int MAX_QUERIES = 500;
    private static final String QUERY = "query";
    private static final MethodTypeDesc QUERY_TYPE =
            MethodTypeDesc.of(CD_void, CD_int, ReferredClasses.RUN, ReferredClasses.VALUE, ReferredClasses.VALUE);
    private static final List<Integer> INPUT_AND_DATA = List.of(0, 1);

    private final List<PlannedQuery> queries;
    private final Linked linked;
    private final CallGraph callees;
    private final Constants constants = new Constants(ReferredClasses.PROGRAM);
    private final int methodBytes;
    private int onNodes;

    ProgramCode(Plan plan, Builtins builtins, Linked linked, int methodBytes) {
        this.queries = plan.queries();
        this.linked = linked;
        this.callees = new CallGraph(ReferredClasses.PROGRAM, plan, builtins, linked);
        this.methodBytes = methodBytes;
    }

    ProgramClass write() {
        if (queries.size() > MAX_QUERIES) {
            throw new NotCompilable("more than " + MAX_QUERIES + " queries");
        }
        byte[] bytes = ClassFile.of().build(ReferredClasses.PROGRAM, this::write);
        return new ProgramClass(bytes, constants.data(), onNodes);
    }

    private void write(ClassBuilder builder) {
        builder.withSuperclass(ReferredClasses.QUERIES).withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
        callees.all().forEach(planned -> function(builder, planned));
        for (int i = 0; i < queries.size(); i++) {
            PlannedQuery query = queries.get(i);
            code(name(i), query.name(), INPUT_AND_DATA, query.blocks()).write(builder);
        }
        new RuleCode(ReferredClasses.PROGRAM, callees.rules()).write(builder);
        builder.withMethodBody(INIT_NAME, MTD_void, 0, ProgramCode::initialise);
        builder.withMethodBody(QUERY, QUERY_TYPE, 0, this::byNumber);
        if (constants.count() > MAX_CONSTANTS) {
            throw new NotCompilable("more than " + MAX_CONSTANTS + " constants");
        }
        constants.declare(builder);
    }

    private void function(ClassBuilder builder, CallGraph.Planned planned) {
        PlannedFunction function = planned.function();
        if (FunctionCode.fits(function.parameters())) {
            code(planned.body(), function.name(), function.parameters(), function.blocks())
                    .write(builder);
        } else {
            FunctionCode.onNodes(builder, planned, linked.function(function.name()), constants);
            onNodes++;
        }
    }

    private FunctionCode code(String method, String name, List<Integer> parameters, List<Block> body) {
        String conflict = linked.conflict(name, parameters.size());
        return new FunctionCode(
                method, conflict, parameters, body, callees, constants, methodBytes, linked.keepsLookups());
    }

    private static String name(int query) {
        return "q" + query;
    }

    private static void initialise(CodeBuilder code) {
        code.aload(0)
                .invokespecial(ReferredClasses.QUERIES, INIT_NAME, MTD_void)
                .return_();
    }

    private void byNumber(CodeBuilder code) {
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            cases.add(SwitchCase.of(i, code.newLabel()));
        }
        Label done = code.newLabel();
        code.iload(1).lookupswitch(done, cases);
        for (SwitchCase query : cases) {
            code.labelBinding(query.target()).aload(2).aload(3).aload(4);
            code.invokestatic(ReferredClasses.PROGRAM, name(query.caseValue()), CallGraph.type(2));
            code.pop().return_();
        }
        code.labelBinding(done).return_();
    }
}
