package io.sallyport.console;

import io.sallyport.model.Sha256;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The scripts and styles of the pages, each read when it is first asked for. Safe for concurrent use; may block. */
final class Assets {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPES = Map.of(
            "early.js", SCRIPT,
            "console.js", SCRIPT,
            "charts.js", SCRIPT,
            "asks.js", SCRIPT,
            "editor.js", SCRIPT,
            "replay.js", SCRIPT,
            "console.css", "text/css; charset=utf-8",
            "icon.svg", "image/svg+xml");

    private final Map<String, OwnReply.Whole> replies = new ConcurrentHashMap<>();

    /** A browser keeps it, and asks each time whether it is still the same. */
    private static OwnReply.Whole asset(String type, String text) {
        return Guarded.of(OwnReply.text(200, type, text))
                .with("Cache-Control", "private, no-cache")
                .with("ETag", "\"" + Sha256.hexOf(text) + "\"");
    }

    private static String read(String name) {
        try (InputStream resource = Assets.class.getResourceAsStream("assets/" + name)) {
            if (resource == null) {
                throw new IllegalStateException("the console's asset " + name + " is not on the class path");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the console's asset " + name + " cannot be read", e);
        }
    }

    /**
     * Returns the asset of that name, or that it is still the same (RFC 9110 section 15.4.5); null if there is none.
     *
     * @param known the entity tag that the browser has, or null
     */
    OwnReply.@Nullable Whole find(String name, @Nullable String known) {
        String type = TYPES.get(name);
        OwnReply.Whole asset = type == null ? null : replies.computeIfAbsent(name, _ -> asset(type, read(name)));
        String tag = asset == null ? null : asset.fields().get("ETag");
        return tag == null || !tag.equals(known)
                ? asset
                : Guarded.of(OwnReply.text(304, "text/plain", "").with("ETag", tag));
    }
}
