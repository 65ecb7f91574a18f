package io.sallyport.cli.policy.lsp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;

/** The names that fit where somebody writes: fields of the input, functions, keys and words of a document. */
final class CompletedNames {
    private CompletedNames() {}

    static List<CompletionItem> of(OpenDocument document, DocumentText.Spot spot) {
        return document.isRego() ? ofRego(document.text(), spot) : ofDocument(document, spot);
    }

    private static List<CompletionItem> ofRego(DocumentText text, DocumentText.Spot spot) {
        RegoWords.Reference written = RegoWords.ending(text.line(spot.line()), spot.offset());
        List<String> names = written.names();
        if (names.size() > 1 && written.first().equals("input")) {
            return members(
                    SchemaMembers.at(PublishedSchemas.input(), names.subList(1, names.size() - 1)),
                    names.getLast(),
                    CompletionItemKind.Field);
        }
        return functions(String.join(".", names));
    }

    /** A name with a dot replaces only what is behind the dot, in every client. */
    private static List<CompletionItem> functions(String prefix) {
        int dot = prefix.lastIndexOf('.') + 1;
        List<CompletionItem> items = new ArrayList<>();
        if (prefix.isEmpty()) {
            return items;
        }
        BuiltinSignatures.all().forEach((name, signature) -> {
            if (name.startsWith(prefix)) {
                CompletionItem item = item(name.substring(dot), CompletionItemKind.Function);
                item.setDetail(signature);
                items.add(item);
            }
        });
        return items;
    }

    private static List<CompletionItem> ofDocument(OpenDocument document, DocumentText.Spot spot) {
        DocumentKind kind =
                DocumentKind.of(document.path(), document.text().text()).orElse(null);
        if (kind == null) {
            return List.of();
        }
        KeyPath path = DocumentKeys.path(document, spot);
        SchemaMembers meant = SchemaMembers.at(PublishedSchemas.of(kind), path.parents());
        return path.isValue()
                ? meant.words().stream()
                        .filter(word -> word.startsWith(path.written()))
                        .map(word -> item(word, CompletionItemKind.EnumMember))
                        .toList()
                : members(meant, path.written(), CompletionItemKind.Property);
    }

    private static List<CompletionItem> members(SchemaMembers of, String prefix, CompletionItemKind kind) {
        List<CompletionItem> items = new ArrayList<>();
        of.members().forEach((name, member) -> {
            if (name.startsWith(prefix)) {
                CompletionItem item = item(name, kind);
                item.setDetail(member.types());
                item.setDocumentation(member.description());
                items.add(item);
            }
        });
        return items;
    }

    private static CompletionItem item(String label, CompletionItemKind kind) {
        var item = new CompletionItem(label);
        item.setKind(kind);
        return item;
    }
}
