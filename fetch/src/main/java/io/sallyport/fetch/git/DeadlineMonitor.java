package io.sallyport.fetch.git;

import io.sallyport.fetch.forge.FetchDeadline;
import org.eclipse.jgit.lib.ProgressMonitor;

/** Tells JGit to give up when a fetch's time is over, or its thread is interrupted. Immutable. */
record DeadlineMonitor(FetchDeadline deadline) implements ProgressMonitor {
    @Override
    public boolean isCancelled() {
        return deadline.remainingNanos() == 0 || Thread.currentThread().isInterrupted();
    }

    @Override
    public void start(int totalTasks) {
        // nobody watches
    }

    @Override
    public void beginTask(String title, int totalWork) {
        // nobody watches
    }

    @Override
    public void update(int completed) {
        // nobody watches
    }

    @Override
    public void endTask() {
        // nobody watches
    }

    @Override
    public void showDuration(boolean enabled) {
        // nobody watches
    }
}
