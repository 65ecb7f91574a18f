package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which process is meant, also where its number was given to another since: the kernel's boot, the number, and when it
 * was started (proc(5)). Immutable.
 *
 * @param boot the kernel's id of this boot; empty where there is no {@code /proc}
 * @param group its process group
 * @param startTicks when it started, in clock ticks since the boot
 */
record ProcessIdentity(String boot, long pid, long group, long startTicks) {
    /** Fields of {@code stat} behind the name, which is in brackets and may hold anything. */
    private static final int STATE = 0;

    private static final int GROUP = 2;
    private static final int START = 19;

    private static final String ZOMBIE = "Z";

    private static final Path PROC = Path.of("/proc");

    /**
     * The process that has the number {@code pid} now, or null; one that has ended and waits for its parent is none.
     */
    static @Nullable ProcessIdentity of(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            if (fields[STATE].equals(ZOMBIE)) {
                return null;
            }
            return new ProcessIdentity(
                    bootOfKernel(), pid, Long.parseLong(fields[GROUP]), Long.parseLong(fields[START]));
        } catch (IOException | RuntimeException _) {
            return null; // it is gone, or this system has no /proc
        }
    }

    private static String bootOfKernel() throws IOException {
        return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
    }

    /** Whether it runs still. */
    boolean isThere() {
        return isSame(of(pid));
    }

    /** Whether {@code other} is this very process. */
    boolean isSame(@Nullable ProcessIdentity other) {
        return other != null && other.pid == pid && other.startTicks == startTicks && other.boot.equals(boot);
    }

    /** Whether its environment says {@code variable=value}; false also where this process may not read it. */
    boolean hasVariable(String variable, String value) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            return Arrays.asList(new String(environment, StandardCharsets.ISO_8859_1).split("\0", -1))
                    .contains(variable + "=" + value);
        } catch (IOException _) {
            return false;
        }
    }

    /** What {@link #of(JsonNode, String)} reads. */
    void into(ObjectNode json, String key) {
        json.put("boot", boot).put(key, pid).put("start", startTicks);
    }

    /**
     * One that was written down, by whoever led a group of that number; null where there is none that may be signalled.
     */
    static @Nullable ProcessIdentity of(JsonNode json, String key) {
        long pid = json.path(key).asLong(0);
        return pid <= 1
                ? null
                : new ProcessIdentity(
                        json.path("boot").asString(""),
                        pid,
                        pid,
                        json.path("start").asLong(-1));
    }

    /** All processes of this machine that can be seen. */
    static List<ProcessIdentity> all() {
        return ProcessHandle.allProcesses()
                .map(process -> of(process.pid()))
                .filter(one -> one != null)
                .toList();
    }
}
