package io.sallyport.apiservers.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a server says that it can do: the array at {@code /tools.json}. Immutable. */
public record Tools(List<Tool> tools) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    public Tools {
        tools = List.copyOf(tools);
    }

    /** One thing that it can do. */
    public record Tool(String name, String endpoint, String method) {
        /** Whether it has no place for anything, so that it can be called as it is written. */
        boolean isLiteral() {
            return endpoint.matches("/[A-Za-z0-9/_.-]*");
        }
    }

    /** The tools in {@code array}, which {@link #fault} finds nothing wrong with. */
    public static Tools of(JsonNode array) {
        return new Tools(array.valueStream()
                .map(tool -> new Tool(
                        tool.path("name").asString(""),
                        tool.path("endpoint").asString(""),
                        tool.path("method").asString("")))
                .toList());
    }

    /** What is wrong with {@code array}, or null. */
    public static @Nullable String fault(JsonNode array) {
        if (!array.isArray()) {
            return "no JSON array";
        }
        Set<String> names = new HashSet<>();
        for (JsonNode tool : array) {
            String name = tool.path("name").asString("");
            String fault = !NAME.matcher(name).matches() ? "name is not " + NAME : toolFault(tool);
            if (fault != null) {
                return "tool " + names.size() + ": " + fault;
            }
            if (!names.add(name)) {
                return name + " is there twice";
            }
        }
        return null;
    }

    private static @Nullable String toolFault(JsonNode tool) {
        if (tool.path("description").asString("").isBlank()) {
            return "no description";
        }
        if (!tool.path("endpoint").asString("").startsWith("/")) {
            return "endpoint is no path";
        }
        if (!METHODS.contains(tool.path("method").asString(""))) {
            return "method is none of " + METHODS.stream().sorted().toList();
        }
        return tool.path("input_schema").path("type").asString("").equals("object")
                ? null
                : "input_schema is no schema of type object";
    }

    /** One that takes a body and has a path that can be called as it is written; null where there is none. */
    @Nullable
    Tool withBody() {
        return tools.stream()
                .filter(tool -> tool.method().equals("POST") && tool.isLiteral())
                .findFirst()
                .orElse(null);
    }

    /** A method that the path of {@code tool} does not have. */
    @Nullable
    String otherMethod(Tool tool) {
        List<String> taken = tools.stream()
                .filter(other -> other.endpoint().equals(tool.endpoint()))
                .map(Tool::method)
                .toList();
        return List.of("PUT", "PATCH", "GET").stream()
                .filter(method -> !taken.contains(method))
                .findFirst()
                .orElse(null);
    }
}
