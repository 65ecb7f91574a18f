package io.sallyport.cli.policy.lsp;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents that a client has open: their newest texts. Safe for concurrent use. */
final class OpenDocuments {
    /** The maximum number of open documents; of further ones nothing is kept. */
    static final int MAX_DOCUMENTS = 200;

    /** The maximum length of a document, in UTF-16 code units. */
    static final int MAX_LENGTH = 1 << 20;

    private final Map<String, OpenDocument> byUri = new LinkedHashMap<>();

    /** Returns the path of a document on disk, or null for other schemes. */
    static @Nullable Path path(String uri) {
        try {
            URI parsed = URI.create(uri);
            return "file".equals(parsed.getScheme()) ? Path.of(parsed).normalize() : null;
        } catch (IllegalArgumentException | FileSystemNotFoundException _) {
            return null;
        }
    }

    /**
     * Keeps the newest text of a document.
     *
     * @return what is kept, or null beyond a bound; then the document counts as closed
     */
    synchronized @Nullable OpenDocument put(String uri, Path path, int version, String text) {
        boolean isNew = !byUri.containsKey(uri);
        if (text.length() > MAX_LENGTH || (isNew && byUri.size() >= MAX_DOCUMENTS)) {
            byUri.remove(uri);
            return null;
        }
        var document = new OpenDocument(uri, path, version, new DocumentText(text));
        byUri.put(uri, document);
        return document;
    }

    synchronized void close(String uri) {
        byUri.remove(uri);
    }

    synchronized @Nullable OpenDocument find(String uri) {
        return byUri.get(uri);
    }

    synchronized List<OpenDocument> all() {
        return List.copyOf(byUri.values());
    }

    /** Returns whether these are still the newest texts. */
    synchronized boolean areNewest(List<OpenDocument> documents) {
        return documents.stream().allMatch(document -> document.equals(byUri.get(document.uri())));
    }
}
