package io.sallyport.proxy.identity;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread on which the kernel's files are read for callers, one at a time. It ends when it is idle. */
public final class LookupThread {
    /** The maximum number of connections that wait for it; of further ones the caller is not known. */
    private static final int MAX_WAITING = 1024;

    private LookupThread() {}

    /** Returns one that refuses tasks over the bound. */
    public static Executor named(String name) {
        var thread = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
            var one = new Thread(task, name);
            one.setDaemon(true);
            return one;
        });
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }
}
