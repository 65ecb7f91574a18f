package io.sallyport.cli.policy.batch;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one line.
 *
 * @param verdict {@code allow}, {@code deny} or {@code invalid-policy}
 * @param decidedAt where a request was refused, or null
 * @param reason one sentence
 */
record NetworkVerdict(String verdict, @Nullable Step decidedAt, String reason) {
    /** A step of the way of a request at which it may be refused, in order. */
    enum Step {
        /** The host, the port and the program. */
        L4("l4"),
        /** The addresses of the host. */
        SSRF("ssrf"),
        /** The canonical form of the path. */
        CANONICALIZE("canonicalize"),
        /** An encoded slash in the path. */
        ENCODED_SLASH("encoded-slash"),
        /** The parameters of the query. */
        QUERY_PARSE("query-parse"),
        /** The endpoint whose path covers the request. */
        L7_ROUTE("l7-route"),
        /** The rules of the endpoint. */
        L7("l7");

        private final String word;

        Step(String word) {
            this.word = word;
        }
    }

    static NetworkVerdict allow(String reason) {
        return new NetworkVerdict("allow", null, reason);
    }

    static NetworkVerdict deny(Step at, String reason) {
        return new NetworkVerdict("deny", at, reason);
    }

    static NetworkVerdict invalid(String why) {
        return new NetworkVerdict("invalid-policy", null, why);
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("verdict", verdict)
                .put("decided_at", decidedAt == null ? null : decidedAt.word)
                .put("reason", reason);
    }
}
