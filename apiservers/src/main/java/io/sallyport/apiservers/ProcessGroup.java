package io.sallyport.apiservers;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * A process with all that it started, for signals. Where it leads a process group of its own (setsid(1)), the group gets
 * them by kill(2), which Java has no method for; where not, it and those descendants that can be found. Safe for
 * concurrent use.
 */
public final class ProcessGroup {
    private static final MethodHandle KILL = kill();

    private final Process leader;
    private final boolean own;

    /** @param own whether {@code leader} leads a group of its own */
    public ProcessGroup(Process leader, boolean own) {
        this.leader = leader;
        this.own = own;
    }

    /** The signals that are sent; numbers are those of every POSIX system. */
    public enum Signal {
        INTERRUPT(2),
        KILL(9),
        TERMINATE(15);

        private final int number;

        Signal(int number) {
            this.number = number;
        }
    }

    /** Sends {@code signal} to all of them; false where none was left to get it, or none may be sent it. */
    public boolean send(Signal signal) {
        if (own) {
            return send(-leader.pid(), signal);
        }
        List<ProcessHandle> started = leader.descendants().toList();
        boolean sent = leader.isAlive() && send(leader.pid(), signal);
        started.forEach(process -> send(process.pid(), signal));
        return sent;
    }

    private static boolean send(long pid, Signal signal) {
        if (pid == 0 || pid == -1 || pid == 1) {
            throw new IllegalArgumentException("pid: " + pid);
        }
        try {
            return (int) KILL.invokeExact((int) pid, signal.number) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("kill(2) cannot be called", e);
        }
    }

    @SuppressWarnings("restricted") // a call of two numbers that touches no memory
    private static MethodHandle kill() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("kill").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
