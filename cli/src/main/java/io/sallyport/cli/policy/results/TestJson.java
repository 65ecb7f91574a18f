package io.sallyport.cli.policy.results;

import io.sallyport.policycompiler.test.CaseResult;
import io.sallyport.policycompiler.test.CoverageReport;
import io.sallyport.policycompiler.test.CoverageReport.Range;
import io.sallyport.policycompiler.test.TestResult;
import io.sallyport.policycompiler.test.TestVerdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats results and coverage with the members of {@code opa test --format json} and {@code --coverage}. */
public final class TestJson {
    private TestJson() {}

    /** Returns an array of results. */
    public static String of(List<TestResult> results) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        results.forEach(result -> all.add(of(result)));
        return all.toPrettyString();
    }

    private static JsonNode of(TestResult result) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("location")
                .put("file", result.at().file())
                .put("row", result.at().row())
                .put("col", result.at().column());
        object.put("package", result.packagePath()).put("name", result.name());
        if (result.verdict() == TestVerdict.FAIL) {
            object.put("fail", true);
        }
        if (result.error() != null) {
            object.putObject("error").put("message", result.error());
        }
        if (result.verdict() == TestVerdict.SKIPPED) {
            object.put("skip", true);
        }
        object.put("duration", result.durationNanos());
        if (!result.output().isEmpty()) {
            byte[] utf8 = result.output().getBytes(StandardCharsets.UTF_8);
            object.put("output", Base64.getEncoder().encodeToString(utf8));
        }
        if (!result.cases().isEmpty()) {
            object.set("sub_results", cases(result.cases()));
        }
        return object;
    }

    private static ObjectNode cases(List<CaseResult> cases) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (CaseResult one : cases) {
            ObjectNode of = object.putObject(one.name()).put("name", one.name());
            if (one.failed()) {
                of.put("fail", true);
            }
            if (!one.cases().isEmpty()) {
                of.set("sub_results", cases(one.cases()));
            }
        }
        return object;
    }

    /** Returns an object of files and their lines. */
    public static String of(CoverageReport report) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ObjectNode files = object.putObject("files");
        report.files().forEach((name, file) -> {
            ObjectNode of = files.putObject(name);
            ranges(of, "covered", file.covered());
            ranges(of, "not_covered", file.notCovered());
            putLines(of, file.coveredLines(), file.notCoveredLines(), file.percent());
        });
        putLines(object, report.coveredLines(), report.notCoveredLines(), report.percent());
        return object.toPrettyString();
    }

    private static void putLines(ObjectNode object, int covered, int notCovered, double percent) {
        object.put("covered_lines", covered)
                .put("not_covered_lines", notCovered)
                .put("coverage", percent);
    }

    private static void ranges(ObjectNode object, String name, List<Range> ranges) {
        if (ranges.isEmpty()) {
            return;
        }
        ArrayNode array = object.putArray(name);
        for (Range range : ranges) {
            ObjectNode of = array.addObject();
            of.putObject("start").put("row", range.row()).put("col", range.column());
            of.putObject("end").put("row", range.endRow()).put("col", range.endColumn());
        }
    }
}
