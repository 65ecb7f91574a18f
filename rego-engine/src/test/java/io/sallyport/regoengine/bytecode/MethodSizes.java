package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import io.sallyport.regoengine.plan.Plan;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;

/** How large the methods of compiled plans are. */
public final class MethodSizes {
    private MethodSizes() {}

    /** Bytes of the largest method of {@code plan}'s class, less the initialiser, which runs once. */
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
