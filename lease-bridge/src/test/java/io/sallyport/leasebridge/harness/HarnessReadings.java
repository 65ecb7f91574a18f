package io.sallyport.leasebridge.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.harness.Sourced.Listing;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.PathPattern;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads harnesses over given bases. */
abstract class HarnessReadings {
    static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";

    static HarnessReader.Result read(String yaml, Map<String, String> given, @Nullable Platform platform) {
        var surroundings = new GivenDocuments(given, new Lent(Map.of(), Map.of(), Map.of(), Set.of("KNOWN")));
        return HarnessReader.read(
                "harness", yaml, new HarnessContext(HarnessSettings.BY_DEFAULT, surroundings, platform, false));
    }

    static Harness harness(String yaml, Map<String, String> given, @Nullable Platform platform) {
        return switch (read(yaml, given, platform)) {
            case HarnessReader.Read(var harness, var _) -> harness;
            case HarnessReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics.toString());
        };
    }

    /** A child of one base. */
    static Harness over(String base, String child) {
        return harness("base: base.yaml\n" + child, Map.of("base.yaml", base), null);
    }

    static List<String> errors(HarnessReader.Result result) {
        assertThat(result).isInstanceOf(HarnessReader.Refused.class);
        return result.diagnostics().stream()
                .filter(Diagnostic::isError)
                .map(d -> d.file() + ":" + d.line() + ":" + d.column() + " " + d.code())
                .toList();
    }

    static List<String> errorsOver(String base, String child) {
        return errors(read("base: base.yaml\n" + child, Map.of("base.yaml", base), null));
    }

    /** The value as flow YAML, without places. */
    static String shown(@Nullable Sourced value) {
        return switch (value) {
            case null -> "-";
            case Text text when text.scalar().isNull() -> "null";
            case Text text -> text.text();
            case Listing(var items, var _) ->
                items.stream().map(InheritanceTest::shown).collect(Collectors.joining(", ", "[", "]"));
            case Mapping(var members, var _) ->
                members.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + shown(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    static String field(Harness harness, String key) {
        return shown(harness.effective().members().get(key));
    }

    static String origin(Mapping mapping, String key) {
        Sourced value = mapping.members().get(key);
        return value == null ? "nowhere" : value.origin().toString();
    }

    /** Whether the pattern of a grant covers a canonical path. */
    static boolean covers(PathPattern pattern, String path) {
        List<String> expressions = pattern.expressions();
        List<String> segments = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(path))
                .value()
                .segments();
        List<String> literals = pattern.literals();
        boolean begins = segments.size() >= literals.size()
                && segments.subList(0, literals.size()).equals(literals);
        return begins
                && (pattern.coversAll()
                        || (!expressions.isEmpty()
                                && expressions.stream().allMatch(re2 -> Pattern.matches(re2, path))));
    }
}
