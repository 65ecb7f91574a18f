import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The checks of the Rego library: OPA itself finds it formatted and strict, its tests pass, and the native compiler
 * makes the plan that ships.
 */
record LibraryCheck(Go go, NativeProgram program, Library library) {
    /** Checks, unless nothing has changed since the last time. */
    void of(Path classes) throws IOException, InterruptedException {
        var stamp = new Stamp(classes.resolve("../rego-checked.stamp").normalize());
        String key = library.digest()
                .add("program", program.path().getFileName().toString())
                .add("plan", Files.readString(Library.plan(classes)))
                .name();
        if (!stamp.says(key)) {
            check(classes);
            stamp.write(key);
        }
    }

    private void check(Path classes) throws IOException, InterruptedException {
        Build.progress(
                "opa fmt, check and test of the library (the first time, OPA's command is built: up to two minutes)");
        opa("fmt", "--diff", "--fail");
        opa("check", "--strict");
        opa("test");
        comparePlans(Library.plan(classes));
    }

    private void opa(String... arguments) throws IOException, InterruptedException {
        go.run(
                Map.of(),
                Run.join(
                        Run.join(List.of("tool", "opa"), arguments),
                        library.rego().toString()));
    }

    private void comparePlans(Path shipped) throws IOException, InterruptedException {
        Path plan = Files.createTempFile("sallyport-plan", ".json");
        try {
            planNatively(plan);
            if (Files.mismatch(plan, shipped) >= 0) {
                throw new BuildFailure(shipped + " is not the plan that the native compiler makes");
            }
        } finally {
            Files.delete(plan);
        }
    }

    private void planNatively(Path plan) throws IOException, InterruptedException {
        var command = List.of(
                program.path().toString(),
                "plan",
                library.rego().toString(),
                library.entrypoints().toString(),
                plan.toString());
        if (Run.inherit(go.module(), Map.of(), command) != 0) {
            throw new BuildFailure("the Rego library does not compile");
        }
    }
}
