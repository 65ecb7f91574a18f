package io.sallyport.apiservers;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A process with all that it started, for signals. Where it leads a process group of its own (setsid(1)), the group
 * gets them by kill(2), which Java has no method for, or by kill(1) as their user where this process may not; where
 * not, it and those descendants that can be found. Safe for concurrent use.
 */
public final class ProcessGroup {
    private static final MethodHandle KILL = kill();

    private final Process leader;
    private final boolean own;
    private final @Nullable ServerUser user;

    /**
     * @param own whether {@code leader} leads a group of its own
     * @param user whose processes they are, or null: this process's own
     */
    ProcessGroup(Process leader, boolean own, @Nullable ServerUser user) {
        this.leader = leader;
        this.own = own;
        this.user = user;
    }

    /** The signals that are sent; numbers are those of every POSIX system. */
    public enum Signal {
        INTERRUPT("INT", 2),
        KILL("KILL", 9),
        TERMINATE("TERM", 15);

        private final String word;
        private final int number;

        Signal(String word, int number) {
            this.word = word;
            this.number = number;
        }
    }

    /**
     * Whether whatever answers at {@code address} is one of them, as far as this system shows it: all sockets that
     * listen there are theirs. Blocks.
     */
    boolean listensAloneAt(InetSocketAddress address) {
        return SocketHolders.areAllOf(address, members(), user);
    }

    /** It and what it started, and what has left its parent but not the group. */
    private Set<Long> members() {
        Set<Long> members = new HashSet<>(Set.of(leader.pid()));
        leader.descendants().forEach(process -> members.add(process.pid()));
        if (own) {
            ProcessIdentity.all().stream()
                    .filter(process -> process.group() == leader.pid())
                    .forEach(process -> members.add(process.pid()));
        }
        return members;
    }

    /** Sends {@code signal} to all of them; false where none was left to get it, or none may be sent it. */
    public boolean send(Signal signal) {
        if (own) {
            return sendToGroup(leader.pid(), signal, user) || sendToLeader(signal);
        }
        List<ProcessHandle> started = leader.descendants().toList();
        boolean sent = sendToLeader(signal);
        started.forEach(process -> send(process.pid(), signal));
        return sent;
    }

    /**
     * One that leads a group does not do so at once: until setsid(1) has made it there is no group, and it is alone.
     */
    private boolean sendToLeader(Signal signal) {
        return leader.isAlive() && send(leader.pid(), signal);
    }

    /** The same for a group whose leader is no process of ours any more, or never was. */
    static boolean sendToGroup(long group, Signal signal, @Nullable ServerUser user) {
        return (user != null && user.tool() == ServerUser.Tool.SUDO)
                ? user.signal(group, signal.word)
                : send(-group, signal);
    }

    /** The same for one process, or for a group where {@code pid} is less than 0; false where it may not. */
    static boolean send(long pid, Signal signal) {
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
