package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads which tools a request offers. A tool that runs at the provider, such as a web search, counts by its type,
 * and by its name if it has one. Confined to one thread.
 */
final class ToolNames {
    /** The maximum length of a name, in characters; the APIs allow at most 128. */
    private static final int MAX_CHARS = 200;

    /** Types of tools that run in the sandbox: their name alone says what they are. */
    private static final Set<String> OWN = Set.of("function", "custom");

    private final Set<String> found = new TreeSet<>();
    private @Nullable String why;

    private ToolNames() {}

    static Parsed<List<String>> read(ModelApi api, Map<String, Member> root, List<String> members) {
        var names = new ToolNames();
        for (String member : members) {
            names.list(api, member, root.get(member));
        }
        Member search = root.get("web_search_options"); // OpenAI's chat completions
        if (search != null && search.value() instanceof Members) {
            names.found.add("web_search");
        }
        return names.why == null ? new Parsed.Accepted<>(List.copyOf(names.found)) : new Parsed.Rejected<>(names.why);
    }

    private void list(ModelApi api, String member, @Nullable Member offered) {
        switch (offered == null ? null : offered.value()) {
            case null -> {}
            case Items(var items, var _) -> items.forEach(item -> tool(api, member, item));
            case Scalar scalar when scalar.isNull() -> {}
            case Scalar _, Members _ -> refuse(member + ": a list is wanted");
        }
    }

    private void tool(ModelApi api, String member, DocumentNode item) {
        if (!(item instanceof Members(var tool, var _))) {
            refuse(member + ": an object is wanted for each tool");
        } else if (member.equals("mcp_servers")) {
            found.add("mcp");
        } else if (api == ModelApi.GEMINI) {
            tool.forEach(this::gemini);
        } else {
            typed(api, tool);
        }
    }

    private void typed(ModelApi api, Map<String, Member> tool) {
        Scalar type = Fields.scalar(tool, "type");
        boolean own = type == null || OWN.contains(type.text());
        Map<String, Member> inner = own && type != null ? Fields.members(tool, type.text()) : tool;
        Map<String, Member> named = inner.isEmpty() ? tool : inner;
        if (type == null && tool.containsKey("function")) {
            named = Fields.members(tool, "function");
        }
        if (!own) {
            name(type);
            list(api, "tools", tool.get("tools"));
        }
        if (own || tool.containsKey("name")) {
            name(Fields.scalar(named, "name"));
        }
    }

    /** A tool of Gemini is an object whose members say what it is; each may be written in two ways. */
    private void gemini(String key, Member member) {
        String written = camel(key);
        if (!written.equals("functionDeclarations")) {
            add(written);
        } else if (member.value() instanceof Items(var declarations, var _)) {
            declarations.forEach(declared -> name(Fields.scalar(Fields.members(declared), "name")));
        } else {
            refuse(key + ": a list is wanted");
        }
    }

    private static String camel(String key) {
        var camel = new StringBuilder(key.length());
        for (String part : key.split("_", -1)) {
            boolean first = camel.isEmpty() || part.isEmpty();
            camel.append(first ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return camel.toString();
    }

    private void name(@Nullable Scalar name) {
        if (name == null || !name.isString()) {
            refuse("tools: a tool has no name");
        } else {
            add(name.text());
        }
    }

    private void add(String name) {
        if (name.isEmpty() || name.length() > MAX_CHARS || name.chars().anyMatch(c -> c < 0x21 || c > 0x7e)) {
            refuse("tools: a name is not printable ASCII of at most " + MAX_CHARS + " characters");
        } else {
            found.add(name);
        }
    }

    private void refuse(String problem) {
        why = why == null ? problem : why;
    }
}
