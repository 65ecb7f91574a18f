package io.sallyport.console.page;

import io.sallyport.console.session.FormFields;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Place;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * A request of a sandbox that somebody asks about.
 *
 * @param sandbox a valid id
 */
public record RefusedRequest(String sandbox, String method, String url) {
    /** Returns the request that the fields name, or null if they name no sandbox or no request. */
    public static @Nullable RefusedRequest of(FormFields fields) {
        SandboxId id = SandboxId.parse(fields.text("sandbox"));
        String method = fields.text("method");
        String url = fields.text("url");
        return id == null || method.isEmpty() || url.isEmpty() ? null : new RefusedRequest(id.text(), method, url);
    }

    /** Returns the path of the sandbox's calls, without a slash at its end. */
    public String path() {
        return "/v1/sandboxes/" + sandbox;
    }

    /** Returns the body of explain. */
    public String question() {
        return "{\"method\":" + quoted(method) + ",\"url\":" + quoted(url) + "}";
    }

    /** Returns the body of suggest. */
    public String questions() {
        return "{\"requests\":[" + quoted(method + " " + url) + "]}";
    }

    /** Returns the page about this request. */
    public String address() {
        return "/console/refusals/why?sandbox=" + LiveFilter.escaped(sandbox) + "&method=" + LiveFilter.escaped(method)
                + "&url=" + LiveFilter.escaped(url);
    }

    private static String quoted(String text) {
        return ReadableJson.of(new Scalar(text, Style.QUOTED, Place.START));
    }
}
