package io.sallyport.regoengine.compiler;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The same Go program, built for this machine: what the one in the JVM must agree with. */
final class NativeCompiler {
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
}
