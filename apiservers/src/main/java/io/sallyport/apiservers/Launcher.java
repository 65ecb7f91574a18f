package io.sallyport.apiservers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts programs as they are to be: by an argument vector, with an environment of their own, in a session and process
 * group of their own where setsid(1) is there, as another user where one is given. Immutable.
 *
 * @param wrapper what stands before the program; it runs as the program's user; may be empty
 * @param path the {@code PATH} that programs get
 * @param setsid null where this machine has none: then what a server leaves behind may outlive it
 * @param lastWill words before a program with which it gets SIGTERM when the thread that started it ends; may be empty
 * @param user as whom, or null: the gateway's own user
 */
public record Launcher(
        List<String> wrapper,
        SearchPath path,
        @Nullable Path setsid,
        List<String> lastWill,
        @Nullable ServerUser user) {
    public Launcher {
        wrapper = List.copyOf(wrapper);
        lastWill = List.copyOf(lastWill);
    }

    /** Programs started with the {@code PATH} given, and behind {@code wrapper}, whose first word is a path. */
    public static Launcher of(List<String> wrapper, String path) {
        var search = new SearchPath(path);
        return new Launcher(wrapper, search, search.find("setsid"), List.of(), null);
    }

    /** The same for programs of {@code other}. */
    public Launcher as(ServerUser other) {
        return new Launcher(wrapper, path, setsid, lastWill, other);
    }

    /**
     * The same, so that programs are told to end when the thread that starts them is gone, as with a gateway that was
     * killed; as it was where this machine's setpriv(1) cannot, and behind sudo, which the kernel exempts.
     */
    public Launcher endingWithStarter() {
        Path setpriv = path.find("setpriv");
        if (setpriv == null || (user != null && user.tool() == ServerUser.Tool.SUDO)) {
            return this;
        }
        List<String> words = List.of(setpriv.toString(), "--pdeathsig", "TERM");
        List<String> trial = new ArrayList<>(words);
        trial.addAll(List.of("--", "true"));
        return SystemCommand.run(trial, path, "").isOk() ? new Launcher(wrapper, path, setsid, words, user) : this;
    }

    /** A process, and how it is signalled. */
    public record Started(Process process, ProcessGroup group) {}

    /**
     * Starts {@code command} in {@code folder}, its input empty, with {@code environment} and {@code PATH}. What stands
     * before the switch to another user sees nothing of it under its name.
     */
    public Started start(List<String> command, Path folder, Map<String, String> environment, boolean mergesOutput)
            throws IOException {
        Map<String, String> own = new HashMap<>(environment);
        own.put("PATH", path.text()); // whatever else says so: it is where the gateway's own programs are found
        var carried = new EncodedEnvironment(own);
        List<String> whole = before(carried, folder);
        List<String> program = program(command);
        if (user != null && !EncodedEnvironment.canPrecede(program.getFirst())) {
            throw new IOException(program.getFirst() + ": env(1) takes no program with = in its path");
        }
        whole.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(whole).redirectErrorStream(mergesOutput);
        if (!entersByItself()) {
            builder.directory(folder.toFile());
        }
        builder.environment().clear();
        builder.environment().putAll(user == null ? own : carried.variables());
        builder.environment().put("PATH", path.text());
        Process process = builder.start();
        process.getOutputStream().close();
        return new Started(process, new ProcessGroup(process, setsid != null, user));
    }

    /** Up to where the program is its user, with the environment that it is to have. */
    private List<String> before(EncodedEnvironment carried, Path folder) {
        List<String> before = new ArrayList<>();
        if (setsid != null) {
            before.add(setsid.toString());
        }
        if (user != null) {
            before.addAll(user.before(carried, entersByItself() ? folder : null));
        }
        return before;
    }

    /** The kernel forgets the last will when the user changes, so it stands after that. */
    private List<String> program(List<String> command) {
        List<String> program = new ArrayList<>();
        if (!lastWill.isEmpty()) {
            program.addAll(lastWill);
            program.add("--");
        }
        program.addAll(wrapper);
        program.addAll(command);
        return program;
    }

    /** A gateway that is not root cannot enter the folder of another user. */
    private boolean entersByItself() {
        return user != null && user.tool() == ServerUser.Tool.SUDO;
    }
}
