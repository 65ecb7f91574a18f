import java.io.IOException;
import java.nio.file.Path;

/**
 * The build of what is made from Go, in the JVM of the toolchain; Maven's own may be too old, and what is slow is kept
 * outside of {@code target}:
 *
 * <pre>
 * java Build.java compiler CHICORY_VERSION CHICORY_JARS CLASSES FILE
 *     OPA's compiler as JVM classes, into CLASSES; the same program for this machine, as FILE
 * java Build.java library REGO ENTRYPOINTS CLASSES
 *     checks and plan of the Rego below REGO, into CLASSES
 * java Build.java cases FILE
 *     OPA's own evaluation cases with their plans, as FILE
 * </pre>
 */
class Build {
    public static void main(String... args) throws IOException, InterruptedException {
        Path sources = Path.of(System.getProperty("jdk.launcher.sourcefile", "build/Build.java"))
                .toAbsolutePath()
                .normalize()
                .getParent()
                .getParent();
        try {
            run(sources, args);
        } catch (BuildFailure e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void run(Path sources, String... args) throws IOException, InterruptedException {
        Go go = Go.find(sources);
        Cache cache = Cache.ofUser();
        var program = new NativeProgram(go, cache);
        String command = args.length == 0 ? "" : args[0] + "/" + (args.length - 1);
        switch (command) {
            case "compiler/4" -> {
                new JvmClasses(go, cache, args[1], Path.of(args[2])).into(absolute(args[3]));
                program.into(absolute(args[4]));
            }
            case "library/3" -> new Library(go, program, absolute(args[1]), absolute(args[2])).into(absolute(args[3]));
            case "cases/1" -> new Cases(go, cache).into(absolute(args[1]));
            default -> throw new BuildFailure("usage: see the head of opa-compiler/build/Build.java");
        }
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath();
    }

    /** Says what is slow, so that nobody takes it for stuck. */
    static void progress(String text) {
        System.out.println("[opa-compiler] " + text);
    }

    private Build() {}
}
