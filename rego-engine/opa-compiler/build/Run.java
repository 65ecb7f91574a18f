import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Child processes of the build. */
class Run {
    record Result(int exit, String out, String err) {}

    static int inherit(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        return start(folder, environment, command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
    }

    static Result capture(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        File out = File.createTempFile("sallyport-build", ".out");
        File err = File.createTempFile("sallyport-build", ".err");
        try {
            int exit = start(folder, environment, command)
                    .redirectOutput(out)
                    .redirectError(err)
                    .start()
                    .waitFor();
            return new Result(exit, text(out), text(err));
        } finally {
            Files.delete(out.toPath());
            Files.delete(err.toPath());
        }
    }

    static List<String> join(List<String> command, String... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toList();
    }

    private static ProcessBuilder start(Path folder, Map<String, String> environment, List<String> command) {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("CGO_ENABLED", "0");
        builder.environment().putAll(environment);
        return builder;
    }

    private static String text(File file) throws IOException {
        return Files.readString(file.toPath(), StandardCharsets.UTF_8);
    }

    private Run() {}
}
