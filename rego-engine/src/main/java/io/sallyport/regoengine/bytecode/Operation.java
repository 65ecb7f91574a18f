package io.sallyport.regoengine.bytecode;

import static io.sallyport.regoengine.bytecode.Types.DISPATCH;
import static io.sallyport.regoengine.bytecode.Types.FUEL;
import static io.sallyport.regoengine.bytecode.Types.FUNCTION;
import static io.sallyport.regoengine.bytecode.Types.MEMORY;
import static io.sallyport.regoengine.bytecode.Types.POSITION;
import static io.sallyport.regoengine.bytecode.Types.RUN;
import static io.sallyport.regoengine.bytecode.Types.TEXT;
import static io.sallyport.regoengine.bytecode.Types.VALUE;
import static io.sallyport.regoengine.bytecode.Types.VALUES;
import static io.sallyport.regoengine.bytecode.Types.eval;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** A method of {@code eval} that compiled code calls. */
enum Operation {
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
    FIND(true, eval("Lookup"), "find", VALUE, RUN, VALUE, VALUE),
    FIELD(true, eval("Lookup"), "field", VALUE, VALUE, TEXT),
    FIND_STORED(true, eval("Storage"), "find", VALUE, RUN, VALUE, VALUE),
    FIELD_STORED(true, eval("Storage"), "field", VALUE, RUN, VALUE, TEXT),
    HOLDS(true, eval("Equality"), "holds", CD_boolean, RUN, VALUE, VALUE),
    IS_TEXT(true, eval("Equality"), "isText", CD_boolean, VALUE, TEXT),
    PAY_FOR_KEY(true, eval("Equality"), "payForKey", CD_void, RUN, VALUE),
    IS_PLAIN(true, eval("EarlyExitNode"), "isPlain", CD_boolean, VALUE),
    REACHES(true, eval("Scan"), "reaches", CD_boolean, VALUE, CD_int),
    KEY_AT(true, eval("Scan"), "key", VALUE, VALUE, CD_int),
    VALUE_AT(true, eval("Scan"), "value", VALUE, VALUE, CD_int),
    MAKE_ARRAY(true, eval("MakeNode"), "array", VALUE, RUN, CD_int),
    MAKE_OBJECT(true, eval("MakeNode"), "object", VALUE, RUN, CD_int),
    MAKE_SET(true, eval("MakeNode"), "set", VALUE, RUN),
    APPEND(true, eval("ArrayAppendNode"), "append", CD_void, RUN, VALUE, VALUE, POSITION),
    ADD(true, eval("SetAddNode"), "add", CD_void, RUN, VALUE, VALUE, POSITION),
    INSERT(true, eval("ObjectInsertNode"), "insert", CD_void, RUN, VALUE, VALUE, VALUE, POSITION),
    INSERT_ONCE(true, eval("ObjectInsertNode"), "insertOnce", CD_void, RUN, VALUE, VALUE, VALUE, POSITION),
    MERGE(true, eval("ObjectMergeNode"), "merged", VALUE, RUN, VALUE, VALUE),
    LENGTH(true, eval("LenNode"), "length", VALUE, VALUE),
    ASSIGN_ONCE(true, eval("AssignOnceNode"), "once", VALUE, RUN, VALUE, VALUE, CD_String, POSITION),
    REPLACED(true, eval("WithNode"), "replaced", VALUE, RUN, VALUE, VALUE, TEXT.arrayType()),
    REPLACED_DATA(true, eval("WithNode"), "replacedData", VALUE, RUN, VALUE, VALUE, TEXT.arrayType()),
    RULE(true, eval("CompiledQueries"), "rule", CD_int, RUN, DISPATCH, VALUES),
    SET(true, eval("CompiledQueries"), "set", CD_void, VALUE, VALUES, CD_int),
    RETURNED(true, eval("CompiledQueries"), "returned", VALUE, RUN),
    ON_NODES(true, eval("CompiledQueries"), "onNodes", VALUE, RUN, FUNCTION, VALUES);

    private final boolean isStatic;

    @SuppressWarnings("ImmutableEnumChecker") // descriptors are immutable (JEP 334)
    private final ClassDesc owner;

    private final String method;

    @SuppressWarnings("ImmutableEnumChecker")
    private final MethodTypeDesc type;

    Operation(boolean isStatic, ClassDesc owner, String method, ClassDesc result, ClassDesc... parameters) {
        this.isStatic = isStatic;
        this.owner = owner;
        this.method = method;
        this.type = MethodTypeDesc.of(result, parameters);
    }

    /** Calls it with what stands on the operand stack. */
    void call(CodeBuilder code) {
        if (isStatic) {
            code.invokestatic(owner, method, type);
        } else {
            code.invokevirtual(owner, method, type);
        }
    }
}
