import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The Go tool chain of this machine, run in the folder of the Go module. */
record Go(Path module, String version) {
    private static final String NEEDED =
            "Go 1.26 or newer is needed to build OPA's compiler and the fence (at build time only): ";

    /** Asks the tool chain for its version, in the module, so that one which fetches a newer one of itself may. */
    static Go find(Path module) throws InterruptedException {
        Run.Result asked;
        try {
            asked = Run.capture(module, Map.of(), List.of("go", "env", "GOVERSION"));
        } catch (IOException _) {
            throw new BuildFailure(NEEDED + "no `go` on the PATH");
        }
        String version = asked.out().strip();
        if (asked.exit() != 0 || !isNewEnough(version)) {
            throw new BuildFailure(NEEDED + (version.isEmpty() ? asked.err().strip() : "this is " + version));
        }
        return new Go(module, version);
    }

    private static boolean isNewEnough(String version) {
        String[] parts = version.replaceFirst("^go", "").split("[^0-9]+", 3);
        if (parts.length < 2 || !version.startsWith("go")) {
            return version.startsWith("devel");
        }
        int major = Integer.parseInt(parts[0]);
        return major > 1 || major == 1 && Integer.parseInt(parts[1]) >= 26;
    }

    /** Runs {@code go} with {@code arguments}; whatever it says goes to the build's output. */
    void run(Map<String, String> environment, List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add("go");
        command.addAll(arguments);
        int exit = Run.inherit(module, environment, command);
        if (exit != 0) {
            throw new BuildFailure("`" + String.join(" ", command) + "` failed in " + module + " (exit " + exit + ")");
        }
    }

    /** What a build of the module's program is for; files that end with the suffix of the other have no part in it. */
    enum Target {
        MACHINE("_wasm.go"),
        JVM("_native.go");

        private final String suffixOfOther;

        Target(String suffixOfOther) {
            this.suffixOfOther = suffixOfOther;
        }
    }

    /** Everything that decides what a build makes: sources, pinned modules, version. */
    Digest digest(Target target) throws IOException {
        var digest = new Digest().add("go", version);
        try (Stream<Path> files = Files.list(module)) {
            List<Path> inputs =
                    files.filter(file -> isInput(file, target)).sorted().toList();
            for (Path file : inputs) {
                digest.add(file.getFileName().toString(), Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return digest;
    }

    private static boolean isInput(Path file, Target target) {
        String name = file.getFileName().toString();
        boolean isSource = name.endsWith(".go") && !name.endsWith("_test.go") && !name.endsWith(target.suffixOfOther);
        return isSource || name.equals("go.mod") || name.equals("go.sum");
    }
}
