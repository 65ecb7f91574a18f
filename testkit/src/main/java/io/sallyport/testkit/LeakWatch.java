package io.sallyport.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Collects the reports of Netty's leak detector. Netty only logs leaks, and only when a later buffer is created; this
 * class forces a garbage collection, triggers the detector and keeps its reports for the caller. Safe for concurrent
 * use.
 */
public final class LeakWatch {
    private static final int ROUNDS = 3;
    private static final long COLLECTION_MILLIS = 2000;
    private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();

    private LeakWatch() {}

    /** Replaces the detector; must be called before the JVM creates its first buffer. */
    public static void install() {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    }

    /** Collects garbage and returns what leaked since the last call; each report lists where the buffer was touched. */
    public static List<String> reports() {
        for (int round = 0; round < ROUNDS; round++) {
            collectGarbage();
            askDetector();
        }
        List<String> found = List.copyOf(REPORTS);
        REPORTS.removeAll(found);
        return found;
    }

    /**
     * Returns once the collector has found an object that died just now, and therefore everything that died before it.
     */
    @SuppressWarnings("UnusedVariable") // the reference must stay reachable until it is enqueued
    private static void collectGarbage() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> witness = new WeakReference<>(new Object(), queue);
        System.gc();
        try {
            queue.remove(COLLECTION_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Triggers the detector, which looks for dead buffers whenever it tracks a new one. */
    private static void askDetector() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(16);
        buffer.release();
    }

    private static final class Factory extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings("deprecation") // the one abstract method of the factory
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new Listening<>(resource, samplingInterval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
            return new Listening<>(resource, samplingInterval);
        }
    }

    private static final class Listening<T> extends ResourceLeakDetector<T> {
        Listening(Class<?> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            REPORTS.add("leaked " + resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            REPORTS.add("leaked " + resourceType + " (run with -Dio.netty.leakDetection.level=paranoid to see where)");
        }
    }
}
