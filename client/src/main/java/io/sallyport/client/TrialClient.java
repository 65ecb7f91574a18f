package io.sallyport.client;

import io.sallyport.client.AdminClient.Reply;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls about what is tried at one sandbox: a candidate, and report mode. As safe for concurrent use as its client.
 */
public record TrialClient(AdminClient client, SandboxId id) {
    /**
     * Judges documents beside those in force.
     *
     * @param until RFC 3339, or null for as late as the gateway permits
     */
    public Reply put(SandboxDocuments documents, @Nullable String until) throws IOException {
        return client.send("PUT", candidate("") + until(until), DocumentsJson.of(documents), Map.of());
    }

    public Reply get() throws IOException {
        return client.send("GET", candidate(""), null, Map.of());
    }

    /** Returns what the candidate would have decided otherwise. */
    public Reply report() throws IOException {
        return client.send("GET", candidate("/report"), null, Map.of());
    }

    /**
     * Puts the candidate in force.
     *
     * @param digest the candidate that is meant
     * @param note why, one line, or null
     */
    public Reply promote(String digest, @Nullable String note) throws IOException {
        String query = "?digest=" + escaped(digest) + AdminClient.note("&", note);
        return client.send("POST", candidate("/promote") + query, null, Map.of());
    }

    public Reply remove() throws IOException {
        return client.send("DELETE", candidate(""), null, Map.of());
    }

    /**
     * Begins report mode.
     *
     * @param until RFC 3339, or null for as late as the gateway permits
     */
    public Reply beginReportMode(@Nullable String until) throws IOException {
        return client.send("PUT", path("/report-mode") + until(until), null, Map.of());
    }

    public Reply endReportMode() throws IOException {
        return client.send("DELETE", path("/report-mode"), null, Map.of());
    }

    private String candidate(String rest) {
        return path("/candidate" + rest);
    }

    private String path(String rest) {
        return "/v1/sandboxes/" + id.text() + rest;
    }

    private static String until(@Nullable String until) {
        return until == null ? "" : "?until=" + escaped(until);
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
