package io.sallyport.regoengine.bytecode;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandles;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.DEFAULT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that a class refers to: static final fields, which the JIT treats as constants, initialized from the
 * class data. Confined to one thread, for one class.
 */
final class Constants {
    private static final ClassDesc POSITIONS = ReferredClasses.POSITION.arrayType();
    private static final ClassDesc OBJECTS = CD_Object.arrayType();
    private static final String NAME_OF_POSITIONS = "positions";

    private final ClassDesc owner;
    private final List<Object> objects = new ArrayList<>();
    private final List<ClassDesc> types = new ArrayList<>();
    private final Map<Text, Integer> texts = new HashMap<>();
    private final IdentityHashMap<Object, Integer> others = new IdentityHashMap<>();
    private final Map<Position, Integer> positions = new LinkedHashMap<>();

    Constants(ClassDesc owner) {
        this.owner = owner;
    }

    /** A string and the static type of its use: any value, or known to be a string. */
    private record Text(RegoString text, ClassDesc type) {}

    /** Pushes {@code value} as a value of unknown kind. */
    void pushValue(CodeBuilder code, RegoValue value) {
        if (value instanceof RegoString text) {
            pushText(code, text, ReferredClasses.VALUE);
        } else {
            push(code, value, ReferredClasses.VALUE);
        }
    }

    /** Pushes {@code text} as a string. */
    void pushText(CodeBuilder code, RegoString text) {
        pushText(code, text, ReferredClasses.TEXT);
    }

    private void pushText(CodeBuilder code, RegoString text, ClassDesc type) {
        push(code, texts.computeIfAbsent(new Text(text, type), key -> add(text, type)));
    }

    /** Pushes {@code path} as an array. */
    void pushPath(CodeBuilder code, List<RegoString> path) {
        push(code, path.toArray(RegoString[]::new), ReferredClasses.TEXT.arrayType());
    }

    /** Pushes {@code object}, which must always be used as {@code type}. */
    void push(CodeBuilder code, Object object, ClassDesc type) {
        push(code, others.computeIfAbsent(object, key -> add(object, type)));
    }

    private void push(CodeBuilder code, int number) {
        code.getstatic(owner, name(number), types.get(number));
    }

    private int add(Object object, ClassDesc type) {
        objects.add(object);
        types.add(type);
        return objects.size() - 1;
    }

    void pushPosition(CodeBuilder code, Position position) {
        int number = positions.computeIfAbsent(position, p -> positions.size());
        code.getstatic(owner, NAME_OF_POSITIONS, POSITIONS).loadConstant(number).aaload();
    }

    int count() {
        return objects.size();
    }

    /** Returns the class data: the positions, then each constant. */
    Object[] data() {
        Object[] data = new Object[objects.size() + 1];
        data[0] = positions.keySet().toArray(Position[]::new);
        for (int i = 1; i < data.length; i++) {
            data[i] = objects.get(i - 1);
        }
        return data;
    }

    /** Declares the fields and their initializer; must be called after everything that may push a constant. */
    void declare(ClassBuilder builder) {
        int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL;
        builder.withField(NAME_OF_POSITIONS, POSITIONS, flags);
        for (int i = 0; i < objects.size(); i++) {
            builder.withField(name(i), types.get(i), flags);
        }
        builder.withMethodBody(CLASS_INIT_NAME, MTD_void, ClassFile.ACC_STATIC, this::initialise);
    }

    private void initialise(CodeBuilder code) {
        MethodTypeDesc classData = MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, CD_Class);
        code.invokestatic(CD_MethodHandles, "lookup", MethodTypeDesc.of(CD_MethodHandles_Lookup))
                .loadConstant(DEFAULT_NAME)
                .loadConstant(OBJECTS)
                .invokestatic(CD_MethodHandles, "classData", classData)
                .checkcast(OBJECTS)
                .astore(0);
        set(code, 0, NAME_OF_POSITIONS, POSITIONS);
        for (int i = 0; i < objects.size(); i++) {
            set(code, i + 1, name(i), types.get(i));
        }
        code.return_();
    }

    private void set(CodeBuilder code, int place, String name, ClassDesc type) {
        code.aload(0).loadConstant(place).aaload().checkcast(type).putstatic(owner, name, type);
    }

    private static String name(int number) {
        return "c" + number;
    }
}
