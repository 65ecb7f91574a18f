package io.sallyport.regoengine.bytecode;

import static java.lang.constant.ConstantDescs.CD_String;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.plan.Operand;
import io.sallyport.regoengine.plan.Statement;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes calls of planned functions, of rules found by path, and of builtins. */
final class CallCode {
    private final MethodCode method;
    private final CodeBuilder code;
    private final CallGraph callees;

    CallCode(MethodCode method, CallGraph callees) {
        this.method = method;
        this.code = method.code;
        this.callees = callees;
    }

    void call(Statement.Call call, Exits exits) {
        CallGraph.Planned planned = callees.planned(call.function());
        if (planned == null) {
            builtin(call, callees.builtin(call.function()), exits);
            return;
        }
        method.pushRun();
        call.arguments().forEach(method::push);
        code.invokestatic(callees.owner(), planned.method(), planned.type());
        method.storeOrLeave(call.result(), exits.leaving(Signals.UNDEFINED));
    }

    private void builtin(Statement.Call call, Builtin builtin, Exits exits) {
        BuiltinFunction body = builtin.function();
        method.pushRun();
        method.constants().push(code, body, ReferredClasses.of(body));
        pushOperands(body, call.arguments());
        code.loadConstant(builtin.name());
        method.constants().pushPosition(code, call.position());
        code.invokestatic(ReferredClasses.BUILTIN_CALL, "call", typeOf(body));
        if (callees.answers(call.function())) {
            method.storeOrLeave(call.result(), exits.leaving(Signals.UNDEFINED));
        } else {
            code.pop();
        }
    }

    private void pushOperands(BuiltinFunction body, List<Operand> operands) {
        if (body instanceof BuiltinFunction.Variadic) {
            pushArray(operands);
        } else {
            operands.forEach(method::push);
        }
    }

    private static MethodTypeDesc typeOf(BuiltinFunction body) {
        List<ClassDesc> parameters = new ArrayList<>(List.of(ReferredClasses.RUN, ReferredClasses.of(body)));
        if (body instanceof BuiltinFunction.Variadic) {
            parameters.add(ReferredClasses.VALUES);
        } else {
            for (int i = 0; i < body.arity(); i++) {
                parameters.add(ReferredClasses.VALUE);
            }
        }
        parameters.add(CD_String);
        parameters.add(ReferredClasses.POSITION);
        return MethodTypeDesc.of(ReferredClasses.VALUE, parameters);
    }

    private void pushArray(List<Operand> values) {
        code.loadConstant(values.size()).anewarray(ReferredClasses.VALUE);
        for (int i = 0; i < values.size(); i++) {
            code.dup().loadConstant(i);
            method.push(values.get(i));
            code.aastore();
        }
    }

    void callDynamic(Statement.CallDynamic call, Exits exits) {
        int rule = code.allocateLocal(TypeKind.INT);
        Label undefined = exits.leaving(Signals.UNDEFINED);
        method.pushRun();
        method.constants().push(code, callees.dispatch(), ReferredClasses.DISPATCH);
        pushArray(call.path());
        NodeMethod.RULE.call(code);
        code.istore(rule).iload(rule).iflt(undefined);
        method.pushRun();
        code.iload(rule);
        call.arguments().forEach(local -> method.frame.load(code, local));
        code.invokestatic(callees.owner(), RuleCode.BY_NUMBER, RuleCode.BY_NUMBER_TYPE);
        method.storeOrLeave(call.result(), exits.leaving(Signals.RULE_UNDEFINED));
    }
}
