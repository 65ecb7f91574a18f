package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The same Go program, built for this machine; the one in the JVM must agree with it. */
public final class NativeCompiler {
    private static final Path PROGRAM = Path.of("target/opa-compiler").toAbsolutePath();

    private NativeCompiler() {}

    static byte[] compile(byte[] request) {
        try {
            Process process = new ProcessBuilder(PROGRAM.toString(), "compile")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(request);
            }
            return process.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles all requests in one process, into a file that {@link #read} reads. */
    public static void compile(List<CompileRequest> requests, Path answers) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(PROGRAM.toString(), "compile-lines")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(answers.toFile())
                .start();
        try (OutputStream in = new BufferedOutputStream(process.getOutputStream())) {
            for (CompileRequest request : requests) {
                in.write(RequestJson.write(request));
                in.write('\n');
            }
        }
        assertThat(process.waitFor()).isZero();
    }

    /** Returns the outcomes of the requests, in order. */
    public static List<CompileOutcome> read(Path answers) throws IOException {
        byte[] all = Files.readAllBytes(answers);
        List<CompileOutcome> outcomes = new ArrayList<>();
        for (int at = 0; at < all.length; ) {
            int start = at;
            while (all[at] != '\n') {
                at++;
            }
            int end = at + 1 + Integer.parseInt(new String(all, start, at - start, US_ASCII));
            outcomes.add(AnswerJson.read(Arrays.copyOfRange(all, at + 1, end)));
            at = end;
        }
        return outcomes;
    }
}
