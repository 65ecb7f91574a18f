package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded compiler plans the same as {@code opa build -t plan} of the same version. */
class OpaBuildTest {
    private static final int TAR_BLOCK = 512;

    @TempDir
    Path folder;

    @Test
    void planOfTheShippedLibraryIsTheOneOfOpaBuild() throws Exception {
        assertSamePlan(RegoSamples.library(), List.of("sallyport/decision"));
    }

    @Test
    void planOfTheSamplesIsTheOneOfOpaBuild() throws Exception {
        assertSamePlan(RegoSamples.accepted(), List.of("sample/language", "sallyport/guardrails/deny"));
    }

    private void assertSamePlan(Map<String, String> files, List<String> entrypoints) throws Exception {
        byte[] answer = NativeCompiler.compile(RequestJson.write(CompileRequest.of(files, entrypoints)));
        String text = new String(answer, UTF_8);
        assertThat(text.substring(text.indexOf('\n') + 1)).isEqualTo(opaBuild(files, entrypoints));
    }

    private String opaBuild(Map<String, String> files, List<String> entrypoints) throws Exception {
        var command = new ArrayList<>(
                List.of(OpaTool.program(), "build", "-t", "plan", "--prune-unused", "-o", "bundle.tar.gz"));
        for (String entrypoint : entrypoints) {
            command.add("-e");
            command.add(entrypoint);
        }
        for (var file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
            command.add(file.getKey());
        }
        OpaTool.run(folder, command);
        return fromTar(Files.readAllBytes(folder.resolve("bundle.tar.gz")), "/plan.json");
    }

    private static String fromTar(byte[] tarGz, String name) throws IOException {
        try (InputStream tar = new GZIPInputStream(new ByteArrayInputStream(tarGz))) {
            while (true) {
                String header = new String(tar.readNBytes(TAR_BLOCK), UTF_8);
                assertThat(header).as("%s is in the bundle", name).hasSize(TAR_BLOCK);
                int size = Integer.parseInt(header.substring(124, 135).strip(), 8);
                byte[] content = tar.readNBytes(Math.ceilDiv(size, TAR_BLOCK) * TAR_BLOCK);
                if (header.startsWith(name + "\0")) {
                    return new String(content, 0, size, UTF_8);
                }
            }
        }
    }
}
