package io.sallyport.apiservers.check;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a server says that it can do: the array at {@code /tools.json}. Immutable. */
public record AnnouncedTools(List<Tool> tools) {
    /** Of a list as a server sends it; the gateway reads no longer one. */
    public static final int MAX_BYTES = 256 << 10;

    /** How long the gateway waits for a list. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    /** Tools of one sandbox, and so of one server. */
    static final int MAX_TOOLS = 200;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    /** What can be asked for, with words in braces that the caller fills in. */
    private static final Pattern ENDPOINT = Pattern.compile("/[!-~&&[^\"<>\\\\^`|#]]{0,4095}");

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    public AnnouncedTools {
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
    public static AnnouncedTools of(JsonNode array) {
        return new AnnouncedTools(array.valueStream()
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

    /** Why the gateway would not tell a sandbox of all of it, or null: of a list that nothing else is wrong with. */
    static @Nullable String leftOut(String written, JsonNode array) {
        if (written.length() > MAX_BYTES) {
            return "it is longer than " + MAX_BYTES + " bytes";
        }
        if (array.size() > MAX_TOOLS) {
            return "it has more than " + MAX_TOOLS + " tools";
        }
        return array.valueStream()
                .map(tool -> tool.path("endpoint").asString(""))
                .filter(endpoint -> !ENDPOINT.matcher(endpoint).matches())
                .findFirst()
                .map(_ -> "an endpoint has characters that no URL has, or more than 4096")
                .orElse(null);
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

    /** Those that can be called as they are written, so many at most. */
    List<Tool> literal(int most) {
        return tools.stream().filter(Tool::isLiteral).limit(most).toList();
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
