package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.AnsweredLines;
import io.sallyport.cli.lines.UnreadableLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A generated lease of a given size, for questions about limits: too large to be written on a line. */
final class GeneratedLease {
    private static final int MOST = 1 << 20; // maximum of each number
    private static final List<String> MEMBERS = List.of("capability", "patterns", "bytes", "wildcards");

    private GeneratedLease() {}

    /**
     * Generates {@code patterns} different patterns of {@code bytes} bytes each, which begin with {@code wildcards}
     * stars.
     *
     * @param wanted {@code capability}, by default {@code tool.call}, and the numbers, which default to the smallest
     *     possible
     */
    static String of(Input wanted) throws UnreadableLine {
        for (String name : wanted.json().propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw new UnreadableLine("input.generate has " + String.join(", ", MEMBERS) + " alone");
            }
        }
        int patterns = number(wanted, "patterns", 1);
        int wildcards = number(wanted, "wildcards", 0);
        int bytes = number(wanted, "bytes", 0);
        if ((long) patterns * Math.max(bytes, 2L * wildcards) > AnsweredLines.MAX_LINE) {
            throw new UnreadableLine("input.generate is larger than " + AnsweredLines.MAX_LINE + " bytes");
        }
        ObjectNode lease = JsonNodeFactory.instance.objectNode();
        ArrayNode list = lease.putArray(wanted.has("capability") ? wanted.text("capability") : "tool.call");
        patterns(patterns, bytes, wildcards).forEach(list::add);
        return lease.toString();
    }

    private static List<String> patterns(int patterns, int bytes, int wildcards) {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < patterns; i++) {
            String number = String.valueOf(i);
            String stars = "*x".repeat(wildcards);
            int fill = Math.max(0, bytes - stars.length() - number.length());
            made.add(stars + "a".repeat(fill) + number);
        }
        return made;
    }

    private static int number(Input wanted, String name, int byDefault) throws UnreadableLine {
        JsonNode json = wanted.json().path(name);
        if (json.isMissingNode()) {
            return byDefault;
        }
        BigDecimal number = Input.amount(json);
        if (number.signum() < 0
                || number.compareTo(BigDecimal.valueOf(MOST)) > 0
                || number.stripTrailingZeros().scale() > 0) {
            throw new UnreadableLine("input.generate." + name + " is a number from 0 to " + MOST);
        }
        return number.intValueExact();
    }
}
