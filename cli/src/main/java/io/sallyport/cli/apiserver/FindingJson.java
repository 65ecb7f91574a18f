package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.check.ClauseResult;
import java.io.PrintWriter;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints one object at the end; until then, prints a word per clause on the other stream. */
final class FindingJson implements FindingReport {
    private final PrintWriter out;
    private final PrintWriter err;
    private final ArrayNode findings = JsonNodeFactory.instance.arrayNode();

    FindingJson(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void add(ClauseResult finding, boolean counts) {
        err.println("sallyport: " + finding.clause().word() + ": "
                + finding.verdict().words());
        err.flush();
        ObjectNode one = findings.addObject()
                .put("clause", finding.clause().word())
                .put("part", finding.clause().part().name().toLowerCase(Locale.ROOT))
                .put("verdict", finding.verdict().name().toLowerCase(Locale.ROOT))
                .put("expected", finding.clause().expected());
        if (!finding.observed().isEmpty()) {
            one.put("observed", finding.observed());
        }
    }

    @Override
    public void notStarted(String why) {
        print(JsonNodeFactory.instance.objectNode().put("status", "not_started").put("error", why));
    }

    @Override
    public void end(boolean passes) {
        print(JsonNodeFactory.instance.objectNode().put("status", passes ? "kept" : "falls_short"));
    }

    private void print(ObjectNode whole) {
        whole.set("findings", findings);
        out.println(whole);
        out.flush();
    }
}
