package io.sallyport.apiservers.check;

import java.time.Duration;
import java.util.ArrayList;
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

    /** A list, or why it is none. */
    public sealed interface Parsed {}

    /** Nothing is wrong with it. */
    public record Accepted(AnnouncedTools tools) implements Parsed {}

    /** What is wrong with it. */
    public record Rejected(String why) implements Parsed {}

    /** Reads what a server lists. */
    public static Parsed parse(JsonNode array) {
        if (!array.isArray()) {
            return new Rejected("no JSON array");
        }
        var tools = new ArrayList<Tool>();
        Set<String> names = new HashSet<>();
        for (JsonNode tool : array) {
            switch (tool(tool)) {
                case Rejected(var why) -> {
                    return new Rejected("tool " + names.size() + ": " + why);
                }
                case Accepted(var one) -> tools.addAll(one.tools);
            }
            if (!names.add(tools.getLast().name())) {
                return new Rejected(tools.getLast().name() + " is there twice");
            }
        }
        return new Accepted(new AnnouncedTools(tools));
    }

    private static Parsed tool(JsonNode json) {
        var tool = new Tool(
                json.path("name").asString(""),
                json.path("endpoint").asString(""),
                json.path("method").asString(""));
        if (!NAME.matcher(tool.name).matches()) {
            return new Rejected("name is not " + NAME);
        }
        if (json.path("description").asString("").isBlank()) {
            return new Rejected("no description");
        }
        if (!tool.endpoint.startsWith("/")) {
            return new Rejected("endpoint is no path");
        }
        if (!METHODS.contains(tool.method)) {
            return new Rejected("method is none of " + METHODS.stream().sorted().toList());
        }
        return json.path("input_schema").path("type").asString("").equals("object")
                ? new Accepted(new AnnouncedTools(List.of(tool)))
                : new Rejected("input_schema is no schema of type object");
    }

    /** Whether the gateway tells a sandbox of all of them; {@code written} is the text that they were read from. */
    Parsed told(String written) {
        if (written.length() > MAX_BYTES) {
            return new Rejected("it is longer than " + MAX_BYTES + " bytes");
        }
        if (tools.size() > MAX_TOOLS) {
            return new Rejected("it has more than " + MAX_TOOLS + " tools");
        }
        return tools.stream().allMatch(tool -> ENDPOINT.matcher(tool.endpoint).matches())
                ? new Accepted(this)
                : new Rejected("an endpoint has characters that no URL has, or more than 4096");
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
