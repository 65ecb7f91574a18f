package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.plan.Plan;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;

/** Measures the methods of compiled plans. */
public final class MethodSizes {
    private MethodSizes() {}

    /** Returns the bytes of the largest method of {@code plan}'s class, excluding the initializer, which runs once. */
    public static int largest(Plan plan, Linked linked) {
        byte[] bytes = ProgramClass.of(plan, StandardBuiltins.all(), linked, ProgramClass.METHOD_BYTES)
                .bytes();
        ClassModel model = ClassFile.of().parse(bytes);
        return model.methods().stream()
                .filter(method -> !method.methodName().equalsString("<clinit>"))
                .mapToInt(method ->
                        method.findAttribute(Attributes.code()).orElseThrow().codeLength())
                .max()
                .orElseThrow();
    }
}
