package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.leasebridge.Expiry;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The input of a line. Values are never coerced. */
record Input(JsonNode json) {
    /** A remaining amount; written as amounts are elsewhere, but it may be negative. */
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,30}(?:\\.[0-9]{1,30})?");

    boolean has(String name) {
        return json.has(name);
    }

    /** Returns whether a member is present and not null. */
    boolean names(String name) {
        return json.hasNonNull(name);
    }

    JsonNode member(String name) throws UnreadableLine {
        JsonNode member = json.get(name);
        if (member == null) {
            throw new UnreadableLine("input." + name + " is missing");
        }
        return member;
    }

    String text(String name) throws UnreadableLine {
        JsonNode member = member(name);
        if (!member.isString()) {
            throw new UnreadableLine("input." + name + " is a string");
        }
        return member.stringValue();
    }

    /** Returns a member that must be a list. */
    JsonNode list(String name) throws UnreadableLine {
        JsonNode member = member(name);
        if (!member.isArray()) {
            throw new UnreadableLine("input." + name + " is a list");
        }
        return member;
    }

    Instant instant(String name) throws UnreadableLine {
        Instant instant = Expiry.parse(text(name));
        if (instant == null) {
            throw new UnreadableLine("input." + name + " is an instant, as 2030-01-01T00:00:00Z");
        }
        return instant;
    }

    @Nullable
    Instant instantIfNamed(String name) throws UnreadableLine {
        return names(name) ? instant(name) : null;
    }

    /** Returns a lease of one capability. */
    static ObjectNode leaseOf(String capability, JsonNode patterns) {
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        lease.set(capability, patterns);
        return lease;
    }

    static LeaseReader.Result lease(JsonNode json) {
        return LeaseReader.validate("lease", json.toString());
    }

    /** Returns the JSON text of a member, or null if it is absent or null. */
    @Nullable
    String jsonIfNamed(String name) {
        return names(name) ? json.get(name).toString() : null;
    }

    /** Returns the constraints with the end that this line names, as JSON text, or null if it names none. */
    @Nullable
    String endIfNamed() {
        return names("expires_at")
                ? leaseOf("expires_at", json.get("expires_at")).toString()
                : null;
    }

    /** Reads a lease with the end from its constraints. */
    LeaseReader.Result withConstraints(String lease, String constraints) throws UnreadableLine {
        LeaseReader.Result shape = lease(member(lease));
        if (!(shape instanceof LeaseReader.Read(Lease read, var diagnostics)) || !names(constraints)) {
            return shape;
        }
        return switch (LeaseReader.read("lease", "{}", member(constraints).toString(), null)) {
            case LeaseReader.Read(var limits, var _) ->
                new LeaseReader.Read(read.endingAt(limits.expiresAt()), diagnostics);
            case LeaseReader.Refused refused -> refused;
        };
    }

    /**
     * Returns what remains of a lease's budget: all of it, or what the line says. A currency that the line omits has
     * nothing left. Null if the lease has no budget.
     */
    @Nullable
    Map<String, BigDecimal> remaining(String name, Lease lease) throws UnreadableLine {
        Map<String, BigDecimal> budget = lease.budget();
        if (budget == null || !names(name)) {
            return budget;
        }
        Map<String, BigDecimal> left = new LinkedHashMap<>();
        for (String currency : budget.keySet()) {
            JsonNode amount = member(name).get(currency);
            left.put(currency, amount == null ? BigDecimal.ZERO : amount(amount));
        }
        return left;
    }

    static BigDecimal amount(JsonNode json) throws UnreadableLine {
        String text = json.isString() ? json.stringValue() : json.isNumber() ? json.toString() : "";
        if (text.length() > 62 || !AMOUNT.matcher(text).matches()) {
            throw new UnreadableLine("an amount is a decimal, as 2.50");
        }
        return new BigDecimal(text);
    }
}
