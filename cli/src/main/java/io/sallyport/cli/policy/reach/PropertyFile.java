package io.sallyport.cli.policy.reach;

import static io.sallyport.documents.Shape.list;
import static io.sallyport.documents.Shape.number;
import static io.sallyport.documents.Shape.object;
import static io.sallyport.documents.Shape.text;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.documents.Shape;
import io.sallyport.documents.YamlReader;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.reach.PropertyReader;
import io.sallyport.policycompiler.reach.ReachProperty;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A file of properties, YAML: policies of a repository, and what holds of each. Paths are relative to the file.
 *
 * @param groups one for each policy
 */
record PropertyFile(List<Group> groups) {
    private static final Shape ONLY = object(Map.of("!methods", list(text()), "at", text()));
    private static final Shape GROUP =
            object(Map.of("!policy", text(), "never", list(text()), "only", list(ONLY), "within", list(text())));

    /** What such a file looks like. */
    static final Shape SHAPE = object(Map.of("!version", number(1, 1, "1, a number,"), "!properties", list(GROUP)));

    PropertyFile {
        groups = List.copyOf(groups);
    }

    /**
     * The properties of one policy.
     *
     * @param within paths of policies above it
     */
    record Group(Path policy, List<Placed<ReachProperty>> properties, List<Placed<Path>> within) {
        Group {
            properties = List.copyOf(properties);
            within = List.copyOf(within);
        }
    }

    /** What is written at a place of the file. */
    record Placed<T>(Place place, T value) {}

    /** Reads a file; ends the command if it is none. */
    static PropertyFile read(Path file) throws CliException {
        String yaml = InputFiles.text(file);
        var findings = new Findings(file.toString());
        DocumentNode root = YamlReader.read(yaml, findings);
        if (root != null) {
            SHAPE.check(root, "the file", findings);
        }
        List<Group> groups = new ArrayList<>();
        for (DocumentNode node : Fields.items(Fields.members(root), "properties")) {
            groups.add(group(Fields.members(node), file, findings));
        }
        if (findings.hasErrors()) {
            throw CliException.refused(findings.all(), SourceTexts.of(file.toString(), file, yaml));
        }
        return new PropertyFile(groups);
    }

    private static Group group(Map<String, Member> members, Path file, Findings findings) {
        List<Placed<ReachProperty>> properties = new ArrayList<>();
        for (Scalar never : Fields.texts(members, "never")) {
            add(never.place(), PropertyReader.never(never.text()), properties, findings);
        }
        for (DocumentNode only : Fields.items(members, "only")) {
            Map<String, Member> fields = Fields.members(only);
            String methods =
                    Fields.texts(fields, "methods").stream().map(Scalar::text).collect(Collectors.joining(","));
            String at = Fields.text(fields, "at");
            add(only.place(), PropertyReader.only(methods, at.isEmpty() ? "*" : at), properties, findings);
        }
        List<Placed<Path>> within = Fields.texts(members, "within").stream()
                .map(path -> new Placed<>(path.place(), file.resolveSibling(path.text())))
                .toList();
        return new Group(file.resolveSibling(Fields.text(members, "policy")), properties, within);
    }

    private static void add(
            Place place, Parsed<ReachProperty> read, List<Placed<ReachProperty>> properties, Findings findings) {
        switch (read) {
            case Parsed.Accepted<ReachProperty>(ReachProperty property) ->
                properties.add(new Placed<>(place, property));
            case Parsed.Rejected<ReachProperty>(String why, int _) ->
                findings.error(place, DiagnosticCode.BAD_VALUE, why, null);
        }
    }
}
