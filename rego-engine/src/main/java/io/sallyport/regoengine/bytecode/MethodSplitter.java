package io.sallyport.regoengine.bytecode;

import static java.lang.constant.ConstantDescs.CD_int;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.Position;
import io.sallyport.regoengine.plan.Statement;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Splits a function that is too large for one method. A piece is a method that runs some statements of a block on the
 * function's array of locals and returns a signal: 0 if they ran to their end. Confined to one thread.
 */
final class MethodSplitter {
    /**
     * The bytes that a statement writes around its block; a part leaves room for them, so that it fits into its own
     * method.
     */
    static final int AROUND_BLOCK = 200;

    /** The maximum number of pieces that one method calls. */
    private static final int MAX_CALLS = 40;

    static final MethodTypeDesc TYPE = MethodTypeDesc.of(CD_int, ReferredClasses.RUN, ReferredClasses.VALUES);

    private static final Position NOWHERE = new Position("", 1, 1);

    private final ClassDesc owner;
    private final String prefix;
    private final Estimate estimate;
    private final int room;
    private final Deque<Piece> unwritten = new ArrayDeque<>();
    private int count;

    /**
     * Creates the splitter of one function.
     *
     * @param prefix of the names of its methods
     * @param room the maximum size of a method, in estimated bytes
     */
    MethodSplitter(ClassDesc owner, String prefix, Estimate estimate, int room) {
        this.room = room;
        this.owner = owner;
        this.prefix = prefix;
        this.estimate = estimate;
    }

    /** A part of a function; one of the two lists is empty. */
    record Piece(String method, List<Block> body, List<Statement> statements, int loops) {}

    /** Returns the maximum size of a method, in estimated bytes. */
    int room() {
        return room;
    }

    ClassDesc owner() {
        return owner;
    }

    /** Adds a method for statements of a block, inside {@code loops} loops; returns its name. */
    String add(List<Statement> statements, int loops) {
        return add(new Piece(nextName(), List.of(), statements, loops));
    }

    /** Adds a method for blocks of the function itself; returns its name. */
    String addBody(List<Block> blocks) {
        return add(new Piece(nextName(), blocks, List.of(), 0));
    }

    private String add(Piece piece) {
        unwritten.add(piece);
        return piece.method();
    }

    private String nextName() {
        return prefix + "p" + count++;
    }

    /** Returns a piece that is still to be written, or null. */
    @Nullable
    Piece poll() {
        return unwritten.poll();
    }

    boolean fit(List<Block> blocks, int room) {
        return estimate.ofBlocks(blocks) <= room;
    }

    boolean fitStatements(List<Statement> statements, int room) {
        return estimate.of(statements) <= room;
    }

    List<List<Statement>> chunks(List<Statement> statements) {
        return cut(statements, estimate::of);
    }

    List<List<Block>> groups(List<Block> blocks) {
        return cut(blocks, block -> estimate.ofBlocks(List.of(block)));
    }

    /** Returns blocks as one statement. */
    static Statement together(List<Block> blocks) {
        return new Statement.Nested(blocks, NOWHERE);
    }

    /**
     * Splits {@code all} where the next element would not fit into a method, but not into more than {@link #MAX_CALLS}
     * parts.
     */
    private <T> List<List<T>> cut(List<T> all, ToIntFunction<T> size) {
        long total = all.stream().mapToLong(size::applyAsInt).sum();
        long most = Math.max(room - AROUND_BLOCK, 1 + total / MAX_CALLS);
        List<List<T>> parts = new ArrayList<>();
        int from = 0;
        long sum = 0;
        for (int i = 0; i < all.size(); i++) {
            int next = size.applyAsInt(all.get(i));
            if (i > from && sum + next > most) {
                parts.add(all.subList(from, i));
                from = i;
                sum = 0;
            }
            sum += next;
        }
        parts.add(all.subList(from, all.size()));
        return parts;
    }
}
