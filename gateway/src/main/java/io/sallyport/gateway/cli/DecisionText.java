package io.sallyport.gateway.cli;

import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A decision as the contract's document (version 1), and as a line for people. */
final class DecisionText {
    private DecisionText() {}

    static String line(Decision decision) {
        String by = decision.rule() == null ? "" : " by " + decision.rule();
        return switch (decision) {
            case Decision.Allow allow ->
                "allow " + allow.reason().word() + by
                        + (allow.obligations().intercept()
                                ? "\n  looked into: each request inside is judged by itself"
                                : "");
            case Decision.Deny deny ->
                "deny " + deny.reason().word() + by
                        + deny.denies().stream()
                                .map(rule -> "\n  " + rule.rule() + ": " + rule.message()
                                        + (rule.hint() == null ? "" : "\n    " + rule.hint()))
                                .collect(Collectors.joining());
        };
    }

    static String json(Decision decision) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("allow", decision instanceof Decision.Allow);
        document.put("reason", decision.reason().word());
        document.put("rule", decision.rule());
        ArrayNode denies = JsonNodeFactory.instance.arrayNode();
        switch (decision) {
            case Decision.Allow allow -> {
                document.put("mode", allow.mode().word());
                document.set("obligations", of(allow.obligations()));
            }
            case Decision.Deny deny -> {
                document.put("mode", Mode.ENFORCE.word());
                document.set("obligations", of(Obligations.NONE));
                deny.denies().forEach(rule -> {
                    ObjectNode one = denies.addObject().put("rule", rule.rule()).put("message", rule.message());
                    if (rule.hint() != null) {
                        one.put("hint", rule.hint());
                    }
                });
            }
        }
        document.set("denies", denies);
        return document.toString();
    }

    private static ObjectNode of(Obligations obligations) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("intercept", obligations.intercept());
        obligations.credentials().forEach(object.putArray("credentials")::add);
        object.put("rate", obligations.rate());
        obligations.redact().forEach(object.putArray("redact")::add);
        if (!obligations.addresses().isEmpty()) {
            obligations.addresses().forEach(object.putArray("addresses")::add);
        }
        return object;
    }
}
