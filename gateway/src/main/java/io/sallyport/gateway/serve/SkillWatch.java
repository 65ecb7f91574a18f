package io.sallyport.gateway.serve;

import io.sallyport.control.RegistryOfSkills;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodically reloads the skill registry on its own thread; changes come into force. */
final class SkillWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SkillWatch.class);
    private static final long END_SECONDS = 10;

    private final ScheduledExecutorService thread;
    private final Future<?> looking;

    private SkillWatch(ScheduledExecutorService thread, Future<?> looking) {
        this.thread = thread;
        this.looking = looking;
    }

    static SkillWatch start(RegistryOfSkills registry, Duration every) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("skills").daemon().factory());
        long millis = every.toMillis();
        Future<?> looking = thread.scheduleWithFixedDelay(() -> look(registry), millis, millis, TimeUnit.MILLISECONDS);
        return new SkillWatch(thread, looking);
    }

    /** Catches every fault, so that a bug does not stop the watch. */
    private static void look(RegistryOfSkills registry) {
        try {
            registry.reload();
        } catch (RuntimeException e) {
            LOG.error("the registry of skills was not looked at", e);
        }
    }

    @Override
    public void close() {
        looking.cancel(false);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the registry of skills is being read still");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
