package io.sallyport.apiservers;

import io.sallyport.apiservers.ProcessGroup.Signal;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What runs still of one server, whatever group or session it is in. The process that was started is known by its
 * number and start, what it started by the marker in its environment, where this process may read that. Immutable.
 *
 * @param group its process group, or 0 where that number may be another's by now
 */
record RemainingProcesses(ProcessRecord server, long group, Set<ProcessIdentity> processes) {
    /** Those of {@code servers} of which something runs. Blocks. */
    static List<RemainingProcesses> of(Collection<ProcessRecord> servers) {
        List<ProcessIdentity> all = ProcessIdentity.all();
        return servers.stream()
                .map(server -> of(server, all))
                .filter(one -> !one.processes.isEmpty())
                .toList();
    }

    /**
     * A group is signalled whole where one that is in it is known to be ours: a number that is in use is given to no
     * other.
     */
    private static RemainingProcesses of(ProcessRecord server, List<ProcessIdentity> all) {
        ProcessIdentity leader = server.process();
        Set<ProcessIdentity> ours = new LinkedHashSet<>();
        for (ProcessIdentity one : all) {
            if (one.isSame(leader) || one.hasVariable(ProcessRecord.VARIABLE, server.marker())) {
                ours.add(one);
            }
        }
        long group = leader == null ? 0 : leader.pid();
        return new RemainingProcesses(server, ours.stream().anyMatch(one -> one.group() == group) ? group : 0, ours);
    }

    /**
     * Ends what is left of {@code servers}, and nothing else: SIGTERM, and SIGKILL after {@code grace}. Blocks until it
     * is gone, and never longer than two graces.
     *
     * @param user whose processes they are, or null: this process's own
     * @return what could not be ended
     */
    static List<RemainingProcesses> end(Collection<ProcessRecord> servers, Duration grace, @Nullable ServerUser user)
            throws InterruptedException {
        List<RemainingProcesses> left = of(servers);
        for (Signal signal : List.of(Signal.TERMINATE, Signal.KILL)) {
            if (!left.isEmpty()) {
                left.forEach(one -> one.send(signal, user));
                awaitEnd(left, grace);
                left = of(servers);
            }
        }
        return left;
    }

    private static void awaitEnd(List<RemainingProcesses> left, Duration atMost) throws InterruptedException {
        CompletableFuture<?>[] ends = left.stream()
                .flatMap(one -> one.processes.stream())
                .flatMap(process -> ProcessHandle.of(process.pid()).stream())
                .map(ProcessHandle::onExit)
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException _) {
            return; // whoever asks looks again
        }
    }

    private void send(Signal signal, @Nullable ServerUser user) {
        if (group != 0) {
            ProcessGroup.sendToGroup(group, signal, user);
        }
        processes.stream()
                .filter(one -> one.group() != group && one.isThere())
                .forEach(one -> ProcessGroup.send(one.pid(), signal));
    }
}
