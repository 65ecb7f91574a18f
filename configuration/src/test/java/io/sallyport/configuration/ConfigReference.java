package io.sallyport.configuration;

import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Generates the reference page and the JSON Schema of the configuration from its declared keys. */
final class ConfigReference {
    private static final ObjectMapper JSON = JsonMapper.shared();
    private static final int WIDTH = 118;

    private ConfigReference() {}

    /** The list of keys by their sections. */
    static String page() {
        var page = new StringBuilder("\n## Keys\n");
        sections((section, keys) -> {
            page.append("\n### ")
                    .append(section.isEmpty() ? "Top level" : '`' + section + '`')
                    .append("\n\n");
            keys.forEach(key -> page.append(wrapped(item(key))));
        });
        return page.toString();
    }

    private static String item(Key<?> key) {
        String value = switch (key.kind()) {
            case VALUE -> key.form().expected().replace(Values.DURATION, "a duration");
            case LIST -> "a list, each " + key.form().expected();
            case MAP -> "a mapping, each value " + key.form().expected();
        };
        String shown = key.byDefault() == null ? key.shown() : '`' + key.shown() + '`';
        return "- `" + key.name() + "`: " + key.sentence() + " Default: " + shown + ". Value: " + escaped(value) + ".";
    }

    private static String escaped(String text) {
        return text.replace("*", "\\*");
    }

    private static String wrapped(String item) {
        var lines = new StringBuilder();
        var line = new StringBuilder();
        for (String word : item.split(" ", -1)) {
            if (line.length() + word.length() + 1 > WIDTH) {
                lines.append(line).append('\n');
                line.setLength(0);
                line.append("  ").append(word);
            } else {
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
        }
        return lines.append(line).append('\n').toString();
    }

    private static void sections(BiConsumer<String, List<Key<?>>> each) {
        Map<String, List<Key<?>>> sections = ConfigKeys.all().stream()
                .collect(Collectors.groupingBy(ConfigReference::section, LinkedHashMap::new, Collectors.toList()));
        sections.forEach(each);
    }

    private static String section(Key<?> key) {
        int end = key.path().lastIndexOf('.');
        return end < 0 ? "" : key.path().substring(0, end);
    }

    /** The known keys of each section, with those of sections below it. */
    static Map<String, Set<String>> known() {
        Map<String, Set<String>> known = new LinkedHashMap<>();
        for (Key<?> key : ConfigKeys.all()) {
            String[] parts = key.path().split("\\.", -1);
            String section = "";
            for (String part : parts) {
                known.computeIfAbsent(section, _ -> new TreeSet<>()).add(part);
                section = section.isEmpty() ? part : section + "." + part;
            }
        }
        return known;
    }

    /** The JSON Schema of the file. */
    static String schema() {
        ObjectNode root = JSON.createObjectNode();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Configuration of a Sallyport gateway");
        asObject(root);
        for (Key<?> key : ConfigKeys.all()) {
            String[] parts = key.path().split("\\.", -1);
            ObjectNode at = root;
            for (int i = 0; i < parts.length - 1; i++) {
                at = section(at, parts[i]);
            }
            ((ObjectNode) at.get("properties")).set(key.name(), property(key));
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static ObjectNode asObject(ObjectNode node) {
        node.put("type", "object").put("additionalProperties", false).putObject("properties");
        return node;
    }

    private static ObjectNode section(ObjectNode at, String name) {
        if (name.equals("*")) {
            return at.get("additionalProperties") instanceof ObjectNode there
                    ? there
                    : asObject(at.putObject("additionalProperties"));
        }
        ObjectNode properties = (ObjectNode) at.get("properties");
        return properties.get(name) instanceof ObjectNode there ? there : asObject(properties.putObject(name));
    }

    private static ObjectNode property(Key<?> key) {
        ObjectNode value = (ObjectNode) JSON.readTree(key.form().schema());
        ObjectNode property = JSON.createObjectNode().put("description", key.sentence() + " Default: " + key.shown());
        switch (key.kind()) {
            case VALUE -> property.setAll(value);
            case LIST -> property.put("type", "array").set("items", value);
            case MAP -> property.put("type", "object").set("additionalProperties", value);
        }
        return property;
    }
}
