package io.sallyport.regoengine.differential;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.value.RegoBoolean;
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
import java.util.TreeMap;
import java.util.stream.Stream;

/** Cases as files: what differed once is checked from then on. */
final class SavedCases {
    private static final Path KEPT = Path.of("src/test/resources/differential");
    private static final Path FOUND = Path.of("target/differential");
    private static final int MOST = 200;

    private SavedCases() {}

    /** Returns each saved case as a batch. */
    static List<Batch> batches() throws IOException {
        List<Batch> batches = new ArrayList<>();
        try (Stream<Path> files = Files.list(KEPT)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                RegoObject saved = (RegoObject) RegoJson.valueOf(Files.readString(file));
                String name = String.valueOf(file.getFileName());
                Map<String, String> modules = modules(saved, name);
                batches.add(new Batch(
                        modules,
                        Map.of(modules.keySet().iterator().next(), List.of(text(saved, "entrypoint"))),
                        List.of(RegoJson.write(Objects.requireNonNull(saved.get("input")))),
                        saved.get("data") instanceof RegoObject data ? RegoJson.write(data) : Batch.NO_DATA,
                        !(saved.get("wasm") instanceof RegoBoolean isAsked) || isAsked.value()));
            }
        }
        return batches;
    }

    /** Returns one module by the name of the file, or several by their names. */
    private static Map<String, String> modules(RegoObject saved, String file) {
        Map<String, String> modules = new TreeMap<>();
        if (saved.get("modules") instanceof RegoObject several) {
            several.forEach(
                    (name, text) -> modules.put(file + "/" + ((RegoString) name).text(), ((RegoString) text).text()));
        } else {
            modules.put(file, text(saved, "module"));
        }
        return modules;
    }

    private static String text(RegoObject saved, String field) {
        return ((RegoString) Objects.requireNonNull(saved.get(field), field)).text();
    }

    private static RegoValue modules(Comparison.Question question) {
        Map<String, RegoValue> texts = new TreeMap<>();
        question.modules().forEach((name, text) -> texts.put(name, RegoString.of(text)));
        return RegoObject.of(texts);
    }

    /** Writes a case in the form in which it can be kept; returns its name. */
    static String save(int number, String engine, Comparison.Question question, Answer opa, Answer found)
            throws IOException {
        String name = "%03d-%s.json".formatted(number, engine);
        if (number < MOST) {
            RegoValue saved = RegoObject.growing()
                    .put("modules", modules(question))
                    .put("entrypoint", RegoString.of(question.entrypoint()))
                    .put("input", question.input())
                    .put("data", RegoJson.valueOf(question.data()))
                    .put("wasm", RegoBoolean.of(question.wasm()))
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
