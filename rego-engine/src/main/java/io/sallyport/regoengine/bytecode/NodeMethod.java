package io.sallyport.regoengine.bytecode;

import static io.sallyport.regoengine.bytecode.ReferredClasses.DISPATCH;
import static io.sallyport.regoengine.bytecode.ReferredClasses.ELEMENTS;
import static io.sallyport.regoengine.bytecode.ReferredClasses.FUEL;
import static io.sallyport.regoengine.bytecode.ReferredClasses.FUNCTION;
import static io.sallyport.regoengine.bytecode.ReferredClasses.MEMORY;
import static io.sallyport.regoengine.bytecode.ReferredClasses.POSITION;
import static io.sallyport.regoengine.bytecode.ReferredClasses.RUN;
import static io.sallyport.regoengine.bytecode.ReferredClasses.TEXT;
import static io.sallyport.regoengine.bytecode.ReferredClasses.VALUE;
import static io.sallyport.regoengine.bytecode.ReferredClasses.VALUES;
import static io.sallyport.regoengine.bytecode.ReferredClasses.node;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** The methods of {@code eval.node} and {@code value} that compiled code calls. */
enum NodeMethod {
    STEP(false, FUEL, "step", CD_void),
    STEPS(false, FUEL, "steps", CD_void, CD_long),
    ENTER(false, RUN, "enter", CD_void, CD_int),
    LEAVE(false, RUN, "leave", CD_void, CD_int),
    REPLACE_INPUT(false, RUN, "replaceInput", CD_void),
    REPLACE_DATA(false, RUN, "replaceData", CD_void, VALUE, TEXT.arrayType()),
    RESTORE(false, RUN, "restore", CD_void),
    ADD_RESULT(false, RUN, "addResult", CD_void, VALUE),
    REMEMBERED(false, RUN, "memory", MEMORY),
    KNOWS(false, MEMORY, "knows", CD_boolean, CD_int),
    RECALL(false, MEMORY, "get", VALUE, CD_int),
    REMEMBER(false, MEMORY, "put", CD_void, CD_int, VALUE),
    FIND(true, node("Lookup"), "find", VALUE, RUN, VALUE, VALUE),
    FIELD(true, node("Lookup"), "field", VALUE, VALUE, TEXT),
    FIND_STORED(true, node("Storage"), "find", VALUE, RUN, VALUE, VALUE),
    FIELD_STORED(true, node("Storage"), "field", VALUE, RUN, VALUE, TEXT),
    HOLDS(true, node("Equality"), "holds", CD_boolean, RUN, VALUE, VALUE),
    IS_TEXT(true, node("Equality"), "isText", CD_boolean, VALUE, TEXT),
    PAY_FOR_KEY(true, node("Equality"), "payForKey", CD_void, RUN, VALUE),
    MAY_HOLD(true, node("IndexedNode"), "mayHold", CD_boolean, VALUE, TEXT.arrayType(), VALUE),
    REACHES(true, ELEMENTS, "reaches", CD_boolean, VALUE, CD_int),
    KEY_AT(true, ELEMENTS, "key", VALUE, VALUE, CD_int),
    VALUE_AT(true, ELEMENTS, "value", VALUE, VALUE, CD_int),
    MAKE_ARRAY(true, node("MakeNode"), "array", VALUE, RUN, CD_int),
    MAKE_OBJECT(true, node("MakeNode"), "object", VALUE, RUN, CD_int),
    MAKE_SET(true, node("MakeNode"), "set", VALUE, RUN),
    APPEND(true, node("ArrayAppendNode"), "append", CD_void, RUN, VALUE, VALUE, POSITION),
    ADD(true, node("SetAddNode"), "add", CD_void, RUN, VALUE, VALUE, POSITION),
    INSERT(true, node("ObjectInsertNode"), "insert", CD_void, RUN, VALUE, VALUE, VALUE, POSITION),
    INSERT_ONCE(true, node("ObjectInsertNode"), "insertOnce", CD_void, RUN, VALUE, VALUE, VALUE, POSITION),
    MERGE(true, node("ObjectMergeNode"), "merged", VALUE, RUN, VALUE, VALUE),
    LENGTH(true, node("LenNode"), "length", VALUE, VALUE),
    ASSIGN_ONCE(true, node("AssignOnceNode"), "once", VALUE, RUN, VALUE, VALUE, CD_String, POSITION),
    REPLACED(true, node("WithNode"), "replaced", VALUE, RUN, VALUE, VALUE, TEXT.arrayType()),
    REPLACED_DATA(true, node("WithNode"), "replacedData", VALUE, RUN, VALUE, VALUE, TEXT.arrayType()),
    RULE(true, node("CompiledQueries"), "rule", CD_int, RUN, DISPATCH, VALUES),
    SET(true, node("CompiledQueries"), "set", CD_void, VALUE, VALUES, CD_int),
    RETURNED(true, node("CompiledQueries"), "returned", VALUE, RUN),
    ON_NODES(true, node("CompiledQueries"), "onNodes", VALUE, RUN, FUNCTION, VALUES);

    private final boolean isStatic;

    @SuppressWarnings("ImmutableEnumChecker") // descriptors are immutable (JEP 334)
    private final ClassDesc owner;

    private final String method;

    @SuppressWarnings("ImmutableEnumChecker")
    private final MethodTypeDesc type;

    NodeMethod(boolean isStatic, ClassDesc owner, String method, ClassDesc result, ClassDesc... parameters) {
        this.isStatic = isStatic;
        this.owner = owner;
        this.method = method;
        this.type = MethodTypeDesc.of(result, parameters);
    }

    /** Calls the method with the arguments on the operand stack. */
    void call(CodeBuilder code) {
        if (isStatic) {
            code.invokestatic(owner, method, type);
        } else {
            code.invokevirtual(owner, method, type);
        }
    }
}
