package io.sallyport.regoengine.eval;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.bytecode.Linked;
import io.sallyport.regoengine.bytecode.NotCompilable;
import io.sallyport.regoengine.bytecode.ProgramClass;
import io.sallyport.regoengine.eval.node.CompiledQueries;
import io.sallyport.regoengine.eval.node.Dispatch;
import io.sallyport.regoengine.eval.node.Function;
import io.sallyport.regoengine.eval.node.HiddenClass;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Rewriting;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bytecode of one program, and its compilation. Safe for concurrent use: compiled at most once and published by one
 * volatile write.
 *
 * <p>The class is hidden and lives as long as its instances, which this object holds; it is unloaded with its program.
 */
final class Bytecode {
    /**
     * The maximum number of programs that wait for the compiling thread; a program that is rejected tries again after
     * the same number of uses.
     */
    private static final int MAX_WAITING = 256;

    private static final int IDLE_SECONDS = 10;
    private static final ThreadPoolExecutor COMPILING = compiling();

    private final ToBytecode when;
    private volatile @Nullable Form form;
    private volatile @Nullable Origin origin;
    private int uses; // a race may lose a use, which does not matter

    Bytecode(ToBytecode when, Origin origin) {
        this.when = when;
        this.origin = when == ToBytecode.NEVER ? null : origin;
        if (when == ToBytecode.AT_LOAD) {
            compile();
        }
    }

    /** The input of the compilation; dropped once it is done. */
    record Origin(
            Plan plan,
            Builtins builtins,
            Dispatch dispatch,
            Map<String, Function> functions,
            int methodBytes,
            Set<Rewriting> rewritings)
            implements Linked {
        @Override
        public Function function(String name) {
            return Objects.requireNonNull(functions.get(name), name);
        }

        @Override
        public boolean keepsLookups() {
            return rewritings.contains(Rewriting.KEPT_LOOKUPS);
        }

        @Override
        public String conflict(String name, int arity) {
            return Function.conflict(name, arity);
        }
    }

    private record Form(CompiledQueries queries, int functionsOnNodes) {}

    /** Returns the compiled queries, or null if there are none yet. Counts a use. */
    @Nullable
    CompiledQueries queriesForUse() {
        Form known = form;
        if (known != null) {
            return known.queries;
        }
        if (when == ToBytecode.WHEN_USED && ++uses == Program.USES_BEFORE_COMPILING) {
            uses = 0;
            compileSoon();
        }
        return null;
    }

    /** Returns the compiled queries, or null if there are none yet. */
    @Nullable
    CompiledQueries queries() {
        Form known = form;
        return known == null ? null : known.queries;
    }

    int functionsOnNodes() {
        Form known = form;
        return known == null ? 0 : known.functionsOnNodes;
    }

    private void compileSoon() {
        if (origin != null) {
            try {
                COMPILING.execute(this::compile);
            } catch (RejectedExecutionException e) {
                return; // the queue is full; the program runs as nodes until there is room
            }
        }
    }

    private synchronized void compile() {
        Origin known = origin;
        if (known == null) {
            return;
        }
        try {
            ProgramClass made = ProgramClass.of(known.plan, known.builtins, known, known.methodBytes);
            form = new Form(HiddenClass.define(made), made.functionsOnNodes());
        } catch (NotCompilable | IllegalArgumentException e) {
            form = null; // more than a class can hold: the program keeps running as nodes
        } finally {
            origin = null;
        }
    }

    private static ThreadPoolExecutor compiling() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), Bytecode::thread);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().name("rego-bytecode").daemon().unstarted(work);
    }
}
