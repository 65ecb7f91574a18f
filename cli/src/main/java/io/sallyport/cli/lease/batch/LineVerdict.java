package io.sallyport.cli.lease.batch;

import io.sallyport.leasebridge.LeaseError;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The answer to one line.
 *
 * @param verdict true or false, a word, a canonical text, or an object, depending on the kind
 * @param reason one sentence
 */
record LineVerdict(JsonNode verdict, String reason) {
    static LineVerdict of(boolean verdict, String reason) {
        return new LineVerdict(BooleanNode.valueOf(verdict), reason);
    }

    static LineVerdict word(String word, String reason) {
        return new LineVerdict(StringNode.valueOf(word), reason);
    }

    static LineVerdict of(LeaseError error, String reason) {
        return word(error.name(), reason);
    }

    /** Returns the first objection to an operation, with all of them as the reason; {@code ok} if there are none. */
    static LineVerdict of(List<String> objections) {
        return objections.isEmpty()
                ? word("ok", "nothing speaks against it")
                : word(objections.getFirst(), String.join(", ", objections));
    }

    ObjectNode json() {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.set("verdict", verdict);
        return line.put("reason", reason);
    }
}
