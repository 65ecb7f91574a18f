package io.sallyport.console.page.workspace;

import io.sallyport.console.page.AnswerNode;
import java.util.ArrayList;
import java.util.List;

/** Says in words what the documents of a workspace bound. They grant nothing. */
final class WorkspaceBounds {
    private WorkspaceBounds() {}

    static List<String> of(AnswerNode documents) {
        var said = new ArrayList<String>();
        boolean boundsRequests = documents.isTrue("allowlist_get");
        if (documents.has("lease")) {
            said.add("Requests through the proxy, and all actions: at most what its lease has.");
        }
        if (documents.has("policy") || documents.has("profiles")) {
            said.add("Requests: at most what its network policy has.");
        }
        if (documents.has("harness")) {
            said.add((boundsRequests ? "Requests and fetches" : "Fetches") + ": at most what its harness has.");
        }
        if (said.isEmpty()) {
            said.add("Nothing is bounded: no document speaks of requests, actions or fetches.");
        }
        if (documents.has("rego")) {
            said.add("Its Rego may refuse more.");
        }
        said.add("It grants nothing: each sandbox needs a document of its own that does.");
        return said;
    }
}
