import java.io.IOException;
import java.nio.file.Path;

/**
 * The build of what is made from Go, in the JVM of the toolchain; Maven's own may be too old, and what is slow is kept
 * outside of {@code target}:
 *
 * <pre>
 * java Build.java compiler CHICORY_VERSION CHICORY_JARS CLASSES
 *     OPA's compiler as JVM classes, into CLASSES
 * java Build.java image CHICORY_JARS CLASSES
 *     its memory after its initialisation, into CLASSES, which hold the module's own classes by then
 * java Build.java tests PROGRAM CASES
 *     what tests compare with: the same program for this machine, and OPA's own evaluation cases with their plans
 * java Build.java check REGO ENTRYPOINTS CLASSES
 *     checks the Rego below REGO, and the plan that Plan.java put into CLASSES
 * java Build.java fence MODULE FOLDER
 *     the program of the fence, from the Go module MODULE, into FOLDER
 * </pre>
 */
class Build {
    public static void main(String... args) throws IOException, InterruptedException {
        try {
            run(sources(), args);
        } catch (BuildFailure e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void run(Path sources, String... args) throws IOException, InterruptedException {
        String command = args.length == 0 ? "" : args[0] + "/" + (args.length - 1);
        Go go = Go.find(command.equals("fence/2") ? absolute(args[1]) : sources);
        Cache cache = Cache.ofUser();
        switch (command) {
            case "compiler/3" -> new JvmClasses(go, cache, args[1], Path.of(args[2])).into(absolute(args[3]));
            case "image/2" -> new Image(absolute(args[1]), absolute(args[2])).write();
            case "tests/2" -> {
                new NativeProgram(go, cache).into(absolute(args[1]));
                new Cases(go, cache).into(absolute(args[2]));
            }
            case "check/3" -> {
                var library = Library.read(absolute(args[1]), absolute(args[2]));
                new LibraryCheck(go, new NativeProgram(go, cache), library).of(absolute(args[3]));
            }
            case "fence/2" -> new FencePrograms(go, cache).into(absolute(args[2]));
            default -> throw new BuildFailure("usage: see the head of opa-compiler/build/Build.java");
        }
    }

    /** The Go module: the folder above the one of these files. */
    static Path sources() {
        return Path.of(System.getProperty("jdk.launcher.sourcefile", "build/Build.java"))
                .toAbsolutePath()
                .normalize()
                .getParent()
                .getParent();
    }

    static Path absolute(String path) {
        return Path.of(path).toAbsolutePath();
    }

    /** Says what is slow, so that nobody takes it for stuck. */
    static void progress(String text) {
        System.out.println("[go] " + text);
    }

    private Build() {}
}
