package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Another system user, as whom servers run, and the tool that runs them so: setpriv(1) of util-linux where the gateway
 * is root, sudo(8) where it is not. What that user can write, only programs of that user touch: the gateway follows no
 * link that a server laid. Immutable; every method that runs a program blocks until it has ended.
 *
 * @param name as the system knows it
 * @param words what stands before a program, without the names of variables
 * @param env env(1), which gives a program its environment
 */
public record ServerUser(String name, Tool tool, List<String> words, Path env, SearchPath path) {
    private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,31}");

    public ServerUser {
        words = List.copyOf(words);
    }

    /** How the user is changed. */
    public enum Tool {
        /** Replaces itself by the program; the gateway is root and may signal it. */
        SETPRIV("setpriv"),
        /** Stays as the program's parent; signals go by sudo too. */
        SUDO("sudo");

        private final String program;

        Tool(String program) {
            this.program = program;
        }
    }

    /** What came of looking for a user. */
    public sealed interface Found {
        /** It is there, and programs were run as it. */
        record Usable(ServerUser user) implements Found {}

        /**
         * It cannot be used.
         *
         * @param why for the operator, about the setting
         */
        record Unusable(String why) implements Found {}
    }

    /** Whether {@code text} can be the name of a user; none begins with {@code -}. */
    public static boolean isName(String text) {
        return GRAMMAR.matcher(text).matches();
    }

    /** Looks for the user of that name and tries the switch, by the tool that this process can use. */
    public static Found find(String name, SearchPath path) {
        return find(name, path, "0".equals(id(path, "-u").said()) ? Tool.SETPRIV : Tool.SUDO);
    }

    static Found find(String name, SearchPath path, Tool tool) {
        if (!isName(name)) {
            return new Found.Unusable(name + ": not the name of a user");
        }
        SystemCommand.Outcome uid = id(path, "-u", name);
        if (!uid.isOk()) {
            return new Found.Unusable(name + ": there is no such user");
        }
        if (uid.said().equals("0")) {
            return new Found.Unusable(name + ": is root, from whom nothing is safe");
        }
        if (uid.said().equals(id(path, "-u").said())) {
            return new Found.Unusable(name + ": is the gateway's own user");
        }
        Path program = path.find(tool.program);
        if (program == null) {
            return new Found.Unusable(name + ": " + tool.program + " is not on the PATH"
                    + (tool == Tool.SUDO ? ", and the gateway is not root" : ""));
        }
        Path env = path.find("env");
        return env == null
                ? new Found.Unusable(name + ": env is not on the PATH")
                : tried(new ServerUser(name, tool, words(name, tool, program, path), env, path), uid.said());
    }

    private static List<String> words(String name, Tool tool, Path program, SearchPath path) {
        return switch (tool) {
            case SETPRIV ->
                List.of(
                        program.toString(),
                        "--reuid=" + name,
                        "--regid=" + id(path, "-g", name).said(),
                        "--init-groups",
                        "--inh-caps=-all");
            case SUDO -> List.of(program.toString(), "-n", "-u", name);
        };
    }

    /** With a variable, since sudo has to be allowed to hand them on, and env to be one that can give them back. */
    private static Found tried(ServerUser user, String uid) {
        List<String> command = user.before(new EncodedEnvironment(Map.of(SupervisionResources.RUN_VARIABLE, "")), null);
        command.addAll(List.of(String.valueOf(user.path.find("id")), "-u"));
        SystemCommand.Outcome became = SystemCommand.run(command, user.path, "");
        if (!became.isOk() || !became.said().equals(uid)) {
            return new Found.Unusable(
                    user.name + ": no program can be run as this user by " + user.tool.program + ": " + became.fault());
        }
        return user.path.find("find") == null
                ? new Found.Unusable(user.name + ": find is not on the PATH: it says whose sockets are whose")
                : new Found.Usable(user);
    }

    private static SystemCommand.Outcome id(SearchPath path, String... arguments) {
        List<String> command = new ArrayList<>(List.of("id"));
        command.addAll(List.of(arguments));
        return SystemCommand.run(command, path, "");
    }

    /**
     * What stands before a program that is to get the environment that is {@code carried}.
     *
     * @param folder which it enters, or null
     */
    List<String> before(EncodedEnvironment carried, @Nullable Path folder) {
        List<String> before = before(carried.variables().keySet());
        before.addAll(carried.restoring(env, folder));
        return before;
    }

    private List<String> before(Collection<String> variables) {
        List<String> before = new ArrayList<>(words);
        if (tool == Tool.SUDO && !variables.isEmpty()) {
            before.add("--preserve-env=" + String.join(",", new TreeSet<>(variables)));
        }
        before.add("--");
        return before;
    }

    /** Whether {@code file} can be read, or a folder listed, as this user. */
    public boolean canRead(Path file) {
        return run("", "test", "-r", file.toString()).isOk();
    }

    /** Whether {@code folder} can be written into as this user. */
    public boolean canWrite(Path folder) {
        return run("", "test", "-w", folder.toString()).isOk()
                && run("", "test", "-x", folder.toString()).isOk();
    }

    /** Makes {@code folder} and those above it that are missing, for this user alone. */
    void makeFolder(Path folder) throws IOException {
        want(run("", "mkdir", "-p", "-m", "700", "--", folder.toString()));
    }

    /** Writes a file that only this user may read. */
    void writeFile(Path file, String content) throws IOException {
        want(run("", "install", "-m", "600", "--", "/dev/null", file.toString()));
        want(run(content, "dd", "of=" + file, "conv=notrunc", "status=none"));
    }

    /** Deletes a file, or a folder with all that is in it. */
    void delete(Path file) throws IOException {
        var _ = run("", "chmod", "-R", "u+rwX", "--", file.toString()); // a server may have closed folders to itself
        want(run("", "rm", "-rf", "--", file.toString()));
    }

    /** Whether one of {@code processes}, which are this user's, holds the socket of that inode. */
    boolean holds(String inode, Collection<Long> processes) {
        List<String> command = new ArrayList<>(List.of("find"));
        processes.forEach(pid -> command.add("/proc/" + pid + "/fd"));
        command.addAll(List.of("-lname", "socket:\\[" + inode + "]"));
        return run("", command.toArray(String[]::new)).said().lines().anyMatch(line -> line.startsWith("/proc/"));
    }

    /** Signals a process group of this user's; false where none was left to get it. */
    boolean signal(long group, String signal) {
        return run("", "kill", "-s", signal, "--", "-" + group).isOk();
    }

    private SystemCommand.Outcome run(String input, String... command) {
        List<String> whole = before(List.of());
        whole.addAll(List.of(command));
        return SystemCommand.run(whole, path, input);
    }

    private void want(SystemCommand.Outcome outcome) throws IOException {
        if (!outcome.isOk()) {
            throw new IOException("as user " + name + ": " + outcome.fault());
        }
    }
}
