package io.sallyport.regoengine.plan;

import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a plan, under the name that OPA gives it. Locals stand by their numbers.
 *
 * <p>"Undefined" ends the block that the statement stands in, and nothing else.
 */
public sealed interface Statement {
    /** Where in the policy it comes from. */
    Position position();

    /** Adds {@code value} at the end of {@code array}. */
    record ArrayAppend(Operand value, int array, Position position) implements Statement {}

    /** Sets a local to an integer. */
    record AssignInt(long value, int target, Position position) implements Statement {}

    /** Sets a local. */
    record AssignVar(Operand source, int target, Position position) implements Statement {}

    /** Sets a local that has no value yet; another value in it is a conflict. */
    record AssignVarOnce(Operand source, int target, Position position) implements Statement {}

    /** Runs blocks one after the other, whether they end early or not. */
    record Nested(List<Block> blocks, Position position) implements Statement {}

    /** Leaves {@code index + 1} blocks. */
    record Break(int index, Position position) implements Statement {}

    /**
     * Undefined where what stands at {@code keys} below a parameter surely is not {@code constant}, or, if that is
     * null, is not defined. It reads nothing that could be noted. No plan has it, it is found out ({@link
     * Preparation}).
     *
     * @param local that of the parameter
     */
    record Indexed(
            int local, List<RegoString> keys, @Nullable RegoValue constant, Position position) implements Statement {
        public Indexed {
            keys = List.copyOf(keys);
        }
    }

    /** Calls a planned function or a builtin; undefined where its answer is. */
    record Call(String function, List<Operand> arguments, int result, Position position) implements Statement {}

    /**
     * Calls the function planned for a path that is known at run time. Where there is none the statement is undefined;
     * where its answer is undefined, so are three blocks more.
     */
    record CallDynamic(List<Operand> path, List<Integer> arguments, int result, Position position)
            implements Statement {}

    /**
     * Looks {@code key} up in {@code source}.
     *
     * @param isStored whether OPA does it in its storage, where a number is the text of it; no plan says so, it is
     *     found out ({@link Preparation})
     */
    record Dot(Operand source, Operand key, int target, Position position, boolean isStored) implements Statement {
        public Dot(Operand source, Operand key, int target, Position position) {
            this(source, key, target, position, false);
        }

        Dot stored() {
            return new Dot(source, key, target, position, true);
        }
    }

    /** Undefined unless both are equal. */
    record Equal(Operand a, Operand b, Position position) implements Statement {}

    /** Undefined unless both differ. */
    record NotEqual(Operand a, Operand b, Position position) implements Statement {}

    /** Undefined unless {@code source} is an array. */
    record IsArray(Operand source, Position position) implements Statement {}

    /** Undefined unless {@code source} is an object. */
    record IsObject(Operand source, Position position) implements Statement {}

    /** Undefined unless {@code source} is a set. */
    record IsSet(Operand source, Position position) implements Statement {}

    /** Undefined unless the local has a value. */
    record IsDefined(int source, Position position) implements Statement {}

    /** Undefined if the local has a value. */
    record IsUndefined(int source, Position position) implements Statement {}

    /** Sets a local to the number of elements. */
    record Len(Operand source, int target, Position position) implements Statement {}

    /** Sets a local to a new array. */
    record MakeArray(int capacity, int target, Position position) implements Statement {}

    /** Sets a local to null. */
    record MakeNull(int target, Position position) implements Statement {}

    /** Sets a local to a number of the text ({@code MakeNumberInt} and {@code MakeNumberRef}). */
    record MakeNumber(RegoNumber value, int target, Position position) implements Statement {}

    /** Sets a local to a new object. */
    record MakeObject(int target, Position position) implements Statement {}

    /** Sets a local to a new set. */
    record MakeSet(int target, Position position) implements Statement {}

    /** Does nothing. */
    record Nop(Position position) implements Statement {}

    /** Undefined where its block comes to its end. */
    record Not(Block block, Position position) implements Statement {}

    /** Sets the value of a key. */
    record ObjectInsert(Operand key, Operand value, int object, Position position) implements Statement {}

    /** Sets the value of a key; another value under it is a conflict. */
    record ObjectInsertOnce(Operand key, Operand value, int object, Position position) implements Statement {}

    /** Merges objects, to any depth; where both have a value that is no object, that of {@code a} stays. */
    record ObjectMerge(int a, int b, int target, Position position) implements Statement {}

    /** Makes a local undefined. */
    record ResetLocal(int target, Position position) implements Statement {}

    /** Adds an answer of the query. */
    record ResultSetAdd(int value, Position position) implements Statement {}

    /** Ends the function with the value of a local. */
    record ReturnLocal(int source, Position position) implements Statement {}

    /** Runs a block for each element of a collection, in order. */
    record Scan(int source, int key, int value, Block block, Position position) implements Statement {}

    /** Adds an element. */
    record SetAdd(Operand value, int set, Position position) implements Statement {}

    /** Runs a block with another value in a local, or at {@code path} in it; undefined where the block is. */
    record With(int local, List<RegoString> path, Operand value, Block block, Position position) implements Statement {
        /** Whether it is {@code data} that gets another value, and not {@code input}, which is local 0 everywhere. */
        public boolean replacesData() {
            return local != 0;
        }
    }
}
