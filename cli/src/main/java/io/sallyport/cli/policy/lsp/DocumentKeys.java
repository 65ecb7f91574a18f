package io.sallyport.cli.policy.lsp;

/** Where in a document a spot is, by the form of the document. */
final class DocumentKeys {
    private DocumentKeys() {}

    static KeyPath path(OpenDocument document, DocumentText.Spot spot) {
        DocumentText text = document.text();
        if (document.path().toString().endsWith(".json")) {
            String before = String.join("\n", text.lines().subList(0, spot.line()));
            return KeyPath.inJson(before + "\n" + text.line(spot.line()).substring(0, spot.offset()));
        }
        return KeyPath.inYaml(text.lines(), spot);
    }
}
