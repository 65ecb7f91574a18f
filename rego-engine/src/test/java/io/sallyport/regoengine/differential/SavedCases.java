package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Cases as files: what differed once is asked for ever after. */
final class SavedCases {
    private static final Path KEPT = Path.of("src/test/resources/differential");
    private static final Path FOUND = Path.of("target/differential");
    private static final int MOST = 200;

    private SavedCases() {}

    /** Each kept case by itself. */
    static List<Batch> batches() throws IOException {
        List<Batch> batches = new ArrayList<>();
        try (Stream<Path> files = Files.list(KEPT)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                RegoObject saved = (RegoObject) RegoJson.valueOf(Files.readString(file));
                String name = String.valueOf(file.getFileName());
                batches.add(new Batch(
                        Map.of(name, text(saved, "module")),
                        Map.of(name, List.of(text(saved, "entrypoint"))),
                        List.of(RegoJson.write(Objects.requireNonNull(saved.get("input")))),
                        saved.get("data") instanceof RegoObject data ? RegoJson.write(data) : Batch.NO_DATA,
                        true));
            }
        }
        return batches;
    }

    private static String text(RegoObject saved, String field) {
        return ((RegoString) Objects.requireNonNull(saved.get(field), field)).text();
    }

    /** Writes a case that can be kept as it is; returns its name. */
    static String save(int number, String engine, Comparison.Question question, Answer opa, Answer found)
            throws IOException {
        String name = "%03d-%s.json".formatted(number, engine);
        if (number < MOST) {
            RegoValue saved = RegoObject.growing()
                    .put("module", RegoString.of(question.module()))
                    .put("entrypoint", RegoString.of(question.entrypoint()))
                    .put("input", question.input())
                    .put("data", RegoJson.valueOf(question.data()))
                    .put("engine", RegoString.of(engine))
                    .put("opa", RegoString.of(opa.toString()))
                    .put("found", RegoString.of(found.toString()))
                    .sealed();
            Files.createDirectories(FOUND);
            Files.writeString(FOUND.resolve(name), RegoJson.write(saved) + "\n", UTF_8);
        }
        return name;
    }
}
