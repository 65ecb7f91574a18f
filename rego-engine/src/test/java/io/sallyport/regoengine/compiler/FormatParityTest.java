package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileRequest.Kind;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are formatted as by the real {@code opa fmt}: the modules of OPA's own cases, as written. */
class FormatParityTest {
    private static final Path CASES = Path.of("target/opa-cases.jsonl.gz");
    private static final int MODULES = 300;

    @TempDir
    Path folder;

    @Test
    void modulesAreFormattedTheSame() throws Exception {
        Map<String, String> modules = modules();
        Map<String, String> formatted =
                formatted(CompileRequest.of(modules, List.of()).asking(Kind.FORMAT));
        for (String name : formatted.keySet()) {
            Files.writeString(folder.resolve(name), modules.get(name));
        }
        assertThat(formatted).hasSizeGreaterThan(MODULES / 2);
        OpaTool.run(folder, List.of(OpaTool.program(), "fmt", "-w", "."));
        for (var file : formatted.entrySet()) {
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(Files.readString(folder.resolve(file.getKey())));
        }
    }

    @Test
    void modulesForBothVersionsAreWrittenTheSame() throws Exception {
        Map<String, String> old = Map.of(
                "a.rego", "package a\n\nallow { input.x == 1; not deny[_] }\ndeny[msg] { msg = \"m\" }\n",
                "b.rego", "package b\nimport future.keywords.in\np[x] = y { some x, y in input }\ndefault q = false\n");
        for (var file : old.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        Map<String, String> upgraded = formatted(
                CompileRequest.of(old, List.of()).inVersion0(old.keySet()).asking(Kind.UPGRADE));
        OpaTool.run(folder, List.of(OpaTool.program(), "fmt", "-w", "--v0-v1", "."));
        assertThat(upgraded).hasSize(2);
        for (var file : upgraded.entrySet()) {
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(Files.readString(folder.resolve(file.getKey())));
        }
    }

    /** Omits files that do not parse. */
    private static Map<String, String> formatted(CompileRequest request) {
        return switch (AnswerJson.read(NativeCompiler.compile(RequestJson.write(request)))) {
            case CompileOutcome.Compiled compiled -> compiled.analysis().formatted();
            case CompileOutcome.Refused refused -> {
                var files = new TreeMap<>(request.files());
                var wrong = new TreeSet<String>();
                refused.errors().forEach(error -> wrong.add(error.file()));
                assertThat(files.keySet()).containsAll(wrong);
                files.keySet().removeAll(wrong);
                yield formatted(CompileRequest.of(files, List.of()).asking(request.kind()));
            }
            case CompileOutcome.Unavailable unavailable -> throw new AssertionError(unavailable.message());
        };
    }

    private static Map<String, String> modules() throws IOException {
        var texts = new TreeSet<String>();
        try (var lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(CASES)), UTF_8))) {
            lines.lines().forEach(line -> texts.addAll(modules(line)));
        }
        var files = new TreeMap<String, String>();
        int step = Math.max(1, texts.size() / MODULES);
        int at = 0;
        for (String text : texts) {
            if (at++ % step == 0) {
                files.put("m%04d.rego".formatted(at), text);
            }
        }
        return files;
    }

    private static List<String> modules(String line) {
        List<String> found = new ArrayList<>();
        if (RegoJson.parse(line, new JsonLimits(16L << 20, 1000)) instanceof ParsedJson.Accepted(RegoObject fields)
                && fields.get("modules") instanceof RegoArray modules) {
            for (int i = 0; i < modules.size(); i++) {
                found.add(((RegoString) modules.get(i)).text());
            }
        }
        return found;
    }
}
