package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A folder of {@code examples/guardrails}: one file of Rego, its tests, its lists, and requests that it decides. */
public record ExampleGuardrail(Path folder) {
    private static final Path ALL = Path.of("..", "examples", "guardrails");
    private static final JsonMapper JSON = JsonMapper.shared();

    public static ExampleGuardrail of(String name) {
        return new ExampleGuardrail(ALL.resolve(name));
    }

    static List<ExampleGuardrail> all() throws IOException {
        try (Stream<Path> folders = Files.list(ALL)) {
            return folders.filter(Files::isDirectory)
                    .sorted()
                    .map(ExampleGuardrail::new)
                    .toList();
        }
    }

    /** Returns the file of Rego that is put in force. */
    public Path rego() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> rego = files.filter(file -> file.toString().endsWith(".rego"))
                    .filter(file -> !file.toString().endsWith("_test.rego"))
                    .toList();
            assertThat(rego).as("Rego in %s", folder).hasSize(1);
            return rego.getFirst();
        }
    }

    /** Returns what the file of lists holds: what policy reads as {@code data.lists}. */
    public ObjectNode lists() throws IOException {
        return (ObjectNode) JSON.readTree(Files.readString(folder.resolve("lists/data.json")));
    }

    /** Returns the lines that say something, without the spaces around them. */
    List<String> requests() throws IOException {
        return Files.readAllLines(folder.resolve("requests.txt")).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Returns the body of {@code PUT /v1/guardrails} that puts it in force over {@code lists}. */
    public ObjectNode body(JsonNode lists) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        rules().forEach(body.putObject("rego")::put);
        body.set("data", lists);
        return body;
    }

    /** Returns the texts of its Rego by the names of their files. */
    Map<String, String> rules() throws IOException {
        return Map.of(String.valueOf(rego().getFileName()), Files.readString(rego()));
    }

    @Override
    public String toString() {
        return String.valueOf(folder.getFileName());
    }
}
