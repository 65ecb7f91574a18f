package io.sallyport.inference;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the texts of a prompt, in their order. What stands elsewhere is none of it: definitions of tools, images,
 * sound, files, numbers of tokens. Confined to one thread.
 */
final class PromptReader {
    private static final Set<String> ROLES =
            Set.of("system", "developer", "user", "assistant", "model", "tool", "function");

    /** The members of the APIs in which texts stand, and those that hold such members. */
    private static final Set<String> HOLDING = Set.of(
            "messages",
            "content",
            "contents",
            "parts",
            "text",
            "thinking",
            "refusal",
            "system",
            "instructions",
            "systemInstruction",
            "system_instruction",
            "prompt",
            "suffix",
            "input",
            "output",
            "requests",
            "generateContentRequest",
            "generate_content_request",
            "tool_calls",
            "function",
            "function_call",
            "functionCall",
            "function_response",
            "functionResponse");

    /** Members in which a client may put any object: it counts as one text, with its names. */
    private static final Set<String> FREE = Set.of("arguments", "args", "response", "variables", "action");

    private static final String INPUT = "input"; // of a tool, where it is an object

    private final List<PromptText> texts = new ArrayList<>();

    private PromptReader() {}

    static List<PromptText> read(DocumentNode document) {
        var reader = new PromptReader();
        reader.add(document, null);
        return List.copyOf(reader.texts);
    }

    private void add(DocumentNode node, @Nullable String role) {
        switch (node) {
            case Scalar scalar when scalar.isString() -> add(scalar.text(), role);
            case Scalar _ -> {}
            case Items(var items, var _) -> items.forEach(item -> add(item, role));
            case Members(var members, var _) -> {
                Scalar said = Fields.scalar(members, "role");
                String own = said != null && ROLES.contains(said.text()) ? said.text() : role;
                members.forEach((name, member) -> {
                    if (FREE.contains(name) || (name.equals(INPUT) && member.value() instanceof Members)) {
                        addWhole(member.value(), own);
                    } else if (HOLDING.contains(name)) {
                        add(member.value(), name.startsWith("system") ? "system" : own);
                    }
                });
            }
        }
    }

    private void add(String text, @Nullable String role) {
        if (!text.isEmpty()) {
            texts.add(new PromptText(role, text));
        }
    }

    private void addWhole(DocumentNode node, @Nullable String role) {
        add(node instanceof Scalar scalar && scalar.isString() ? scalar.text() : JsonText.of(node), role);
    }
}
