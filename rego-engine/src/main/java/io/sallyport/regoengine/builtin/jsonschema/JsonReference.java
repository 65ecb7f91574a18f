package io.sallyport.regoengine.builtin.jsonschema;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.net.GoUrl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The value of {@code $ref} or {@code $id}: a URL, and a place in that document (RFC 6901, or a name). References are
 * only compared and resolved (RFC 3986 section 5.2, like Go), never opened.
 *
 * @param document the URL without its fragment
 * @param fragment as written; empty if there is none
 * @param pointer the decoded fragment
 */
record JsonReference(String document, String fragment, String pointer) {
    static final JsonReference ROOT = new JsonReference("", "", "");

    static JsonReference parse(String text) {
        try {
            GoUrl url = GoUrl.parse(text);
            int hash = text.indexOf('#');
            String fragment = hash < 0 ? "" : text.substring(hash + 1);
            return new JsonReference(hash < 0 ? text : text.substring(0, hash), fragment, url.fragment());
        } catch (BuiltinError e) {
            throw new BuiltinError("parse \"%s\": %s".formatted(text, e.getMessage()));
        }
    }

    /** Resolves this reference relative to the document {@code base}. */
    JsonReference within(JsonReference base) {
        return new JsonReference(resolved(base.document), fragment, pointer);
    }

    private String resolved(String base) {
        if (document.isEmpty()) {
            return base;
        }
        if (!GoUrl.parse(document).scheme().isEmpty()) {
            return document;
        }
        int path = pathStart(base);
        if (document.startsWith("//")) {
            return base.substring(0, Math.max(0, base.indexOf(':') + 1)) + document;
        }
        String basePath = base.substring(path).split("\\?", 2)[0];
        if (document.startsWith("?")) {
            return base.substring(0, path) + basePath + document;
        }
        String[] parts = document.split("\\?", 2);
        String merged =
                parts[0].startsWith("/") ? parts[0] : basePath.substring(0, basePath.lastIndexOf('/') + 1) + parts[0];
        return base.substring(0, path) + withoutDots(merged) + (parts.length == 2 ? "?" + parts[1] : "");
    }

    /** Returns the index at which the path of {@code url} begins. */
    private static int pathStart(String url) {
        int colon = GoUrl.parse(url).scheme().length();
        int from = colon == 0 ? 0 : colon + 1;
        if (!url.startsWith("//", from)) {
            return from;
        }
        int slash = url.indexOf('/', from + 2);
        return slash < 0 ? url.length() : slash;
    }

    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        List<String> segments = List.of(path.split("/", -1));
        for (String segment : segments) {
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        String joined = String.join("/", kept) + (path.endsWith("/.") || path.endsWith("/..") ? "/" : "");
        return joined.startsWith("/") ? joined : "/" + joined;
    }

    /** Returns whether it identifies its document without a base. */
    boolean isCanonical() {
        GoUrl url = GoUrl.parse(document);
        return url.scheme().equals("file")
                ? url.path().startsWith("/")
                : !url.scheme().isEmpty() && !url.host().isEmpty();
    }

    /** Returns the reference to the whole document. */
    JsonReference whole() {
        return new JsonReference(document, "", "");
    }

    @Override
    public String toString() {
        return fragment.isEmpty() ? document : document + "#" + fragment;
    }
}
