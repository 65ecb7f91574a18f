package io.sallyport.cli.lease.batch;

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

/** The input of a line, member by member. Nothing is coerced. */
record Input(JsonNode json) {
    /** What is left, as amounts are written everywhere else, but it may be negative. */
    private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,30}(?:\\.[0-9]{1,30})?");

    boolean has(String name) {
        return json.has(name);
    }

    /** Whether a member is there and not null. */
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

    /** A member that is a list. */
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

    /** A lease of one capability. */
    static ObjectNode leaseOf(String capability, JsonNode patterns) {
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        lease.set(capability, patterns);
        return lease;
    }

    static LeaseReader.Result lease(JsonNode json) {
        return LeaseReader.validate("lease", json.toString());
    }

    /** JSON text of a member; null where it is absent or null. */
    @Nullable
    String jsonIfNamed(String name) {
        return names(name) ? json.get(name).toString() : null;
    }

    /** The constraints that name the end of this line, JSON text; null where it names none. */
    @Nullable
    String endIfNamed() {
        return names("expires_at")
                ? leaseOf("expires_at", json.get("expires_at")).toString()
                : null;
    }

    /** A lease with the end that its constraints name. */
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
     * What is left of a lease's budget: all of it, or what the line says; a currency that the line leaves out has nothing left.
     * Null where the lease has no budget.
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
