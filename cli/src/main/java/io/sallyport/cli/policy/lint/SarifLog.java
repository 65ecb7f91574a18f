package io.sallyport.cli.policy.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes findings as a log of SARIF (OASIS Static Analysis Results Interchange Format 2.1.0). */
final class SarifLog {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

    private final LintReport report;
    private final List<String> rules = new ArrayList<>();

    private SarifLog(LintReport report) {
        this.report = report;
    }

    static ObjectNode of(LintReport report) {
        return new SarifLog(report).log();
    }

    private ObjectNode log() {
        ObjectNode log =
                JsonNodeFactory.instance.objectNode().put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver").put("name", "sallyport");
        addRules(driver.putArray("rules"));
        run.put("columnKind", "unicodeCodePoints");
        ArrayNode results = run.putArray("results");
        report.findings().forEach(finding -> addResult(finding, results.addObject()));
        return log;
    }

    /** Adds each rule that has a finding, once. */
    private void addRules(ArrayNode array) {
        for (Diagnostic finding : report.findings()) {
            if (!rules.contains(finding.code())) {
                rules.add(finding.code());
                ObjectNode rule = array.addObject().put("id", finding.code());
                LintRule.of(finding).ifPresent(known -> {
                    rule.putObject("shortDescription").put("text", known.summary());
                    rule.putObject("defaultConfiguration").put("level", level(known.severity()));
                });
            }
        }
    }

    private void addResult(Diagnostic finding, ObjectNode result) {
        String help = finding.help();
        result.put("ruleId", finding.code())
                .put("ruleIndex", rules.indexOf(finding.code()))
                .put("level", level(finding.severity()));
        result.putObject("message").put("text", finding.message() + (help == null ? "" : "\n" + help));
        ObjectNode location = result.putArray("locations").addObject().putObject("physicalLocation");
        location.putObject("artifactLocation").put("uri", uri(report.texts().path(finding)));
        Place place = report.texts().place(finding);
        if (place != null) {
            location.putObject("region").put("startLine", place.line()).put("startColumn", place.column());
        }
    }

    private static String level(Diagnostic.Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
        };
    }

    private static String uri(String path) {
        try {
            return new URI(null, null, path, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
