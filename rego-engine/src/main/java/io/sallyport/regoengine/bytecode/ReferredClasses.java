package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.BuiltinFunction;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.Elements;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.lang.constant.ClassDesc;

/**
 * The classes that compiled code refers to. Those of {@code eval.node}, which defines the class, are referred to by
 * name.
 */
final class ReferredClasses {
    static final ClassDesc VALUE = of(RegoValue.class);
    static final ClassDesc VALUES = VALUE.arrayType();
    static final ClassDesc TEXT = of(RegoString.class);
    static final ClassDesc ARRAY = of(RegoArray.class);
    static final ClassDesc ELEMENTS = of(Elements.class);
    static final ClassDesc OBJECT = of(RegoObject.class);
    static final ClassDesc SET = of(RegoSet.class);
    static final ClassDesc FUEL = of(Fuel.class);
    static final ClassDesc POSITION = of(Position.class);
    static final ClassDesc RUN = node("Run");
    static final ClassDesc MEMORY = node("RuleMemo");
    static final ClassDesc DISPATCH = node("Dispatch");
    static final ClassDesc FUNCTION = node("Function");
    static final ClassDesc QUERIES = node("CompiledQueries");
    static final ClassDesc PROGRAM = node("CompiledProgram");
    static final ClassDesc BUILTIN_CALL = node("BuiltinCall");

    private ReferredClasses() {}

    static ClassDesc node(String name) {
        return ClassDesc.of("io.sallyport.regoengine.eval.node", name);
    }

    /** Returns the interface through which the body of a builtin is called. */
    static ClassDesc of(BuiltinFunction body) {
        return switch (body) {
            case BuiltinFunction.Nullary _ -> of(BuiltinFunction.Nullary.class);
            case BuiltinFunction.Unary _ -> of(BuiltinFunction.Unary.class);
            case BuiltinFunction.Binary _ -> of(BuiltinFunction.Binary.class);
            case BuiltinFunction.Ternary _ -> of(BuiltinFunction.Ternary.class);
            case BuiltinFunction.Variadic _ -> of(BuiltinFunction.Variadic.class);
        };
    }

    static ClassDesc of(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
