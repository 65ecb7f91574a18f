package io.sallyport.regoengine.compiler;

import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.compiler.ModuleFacts.Kind;
import io.sallyport.regoengine.compiler.ModuleFacts.RuleFacts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Parses the answer of {@code opa-compiler/request.go}: the answer on one line, then the plan. Used for one answer. */
final class AnswerJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser json;
    private final List<String> entrypoints = new ArrayList<>();
    private final List<ModuleFacts> modules = new ArrayList<>();
    private final List<DataReference> references = new ArrayList<>();
    private final List<CompileError> errors = new ArrayList<>();
    private final List<Analysis.TestRule> tests = new ArrayList<>();
    private final List<Analysis.Coverable> coverable = new ArrayList<>();
    private final List<Analysis.QueryExpression> expressions = new ArrayList<>();
    private final SortedMap<String, String> formatted = new TreeMap<>();
    private ByteBuffer module = ByteBuffer.allocate(0);
    private final List<String> base = new ArrayList<>();
    private final List<String> virtual = new ArrayList<>();
    private int errorsLeftOut;
    private final List<PolicyFinding> findings = new ArrayList<>();
    private int findingsLeftOut;

    private AnswerJson(JsonParser json) {
        this.json = json;
    }

    static CompileOutcome read(byte[] answer) {
        int line = endOfLine(answer);
        String plan = new String(answer, line + 1, answer.length - line - 1, StandardCharsets.UTF_8);
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), answer, 0, line)) {
            json.nextToken();
            return new AnswerJson(json).outcome(plan);
        }
    }

    private static int endOfLine(byte[] answer) {
        int i = 0;
        while (answer[i] != '\n') {
            i++;
        }
        return i;
    }

    private CompileOutcome outcome(String plan) {
        object(name -> {
            switch (name) {
                case "entrypoints" -> strings(entrypoints);
                case "files" -> each(() -> modules.add(module()));
                case "data_refs" -> each(() -> references.add(reference()));
                case "tests" -> each(() -> tests.add(test()));
                case "coverable" -> each(() -> coverable.add(coverable()));
                case "expressions" -> each(() -> expressions.add(expression()));
                case "formatted" -> object(file -> formatted.put(file, json.getString()));
                case "module" -> module = ByteBuffer.wrap(json.getBinaryValue());
                case "base" -> strings(base);
                case "virtual" -> strings(virtual);
                case "errors" -> each(() -> errors.add(error()));
                case "errors_left_out" -> errorsLeftOut = json.getIntValue();
                case "findings" -> each(() -> findings.add(finding()));
                case "findings_left_out" -> findingsLeftOut = json.getIntValue();
                default -> throw unknown(name);
            }
        });
        var found = new PolicyFindings(findings, findingsLeftOut);
        return errors.isEmpty()
                ? new Compiled(
                        plan,
                        entrypoints,
                        modules,
                        references,
                        new Analysis(tests, coverable, expressions, formatted, module, base, virtual),
                        found)
                : new Refused(errors, errorsLeftOut, modules, references, found);
    }

    private ModuleFacts module() {
        var place = new Place();
        var path = new ArrayList<String>();
        var rules = new ArrayList<RuleFacts>();
        object(name -> {
            switch (name) {
                case "name" -> place.file = json.getString();
                case "package" -> strings(path);
                case "rules" -> each(() -> rules.add(rule()));
                default -> place.read(name);
            }
        });
        return new ModuleFacts(place.file, path, place.row, place.column, rules);
    }

    private RuleFacts rule() {
        var place = new Place();
        var words = new String[] {"", "", ""};
        var said = new String[] {"", "", ""};
        object(name -> {
            switch (name) {
                case "name" -> words[0] = json.getString();
                case "ref" -> words[1] = json.getString();
                case "kind" -> words[2] = json.getString();
                case "key" -> said[0] = json.getString();
                case "title" -> said[1] = json.getString();
                case "description" -> said[2] = json.getString();
                default -> place.read(name);
            }
        });
        return new RuleFacts(
                words[0],
                words[1],
                Kind.valueOf(words[2].toUpperCase(Locale.ROOT)),
                place.row,
                place.column,
                new ModuleFacts.Said(said[0], said[1], said[2]));
    }

    private DataReference reference() {
        var place = new Place();
        var path = new ArrayList<String>();
        object(name -> {
            if (name.equals("path")) {
                strings(path);
            } else {
                place.read(name);
            }
        });
        return new DataReference(path, place.file, place.row, place.column);
    }

    private Analysis.TestRule test() {
        var place = new Place();
        var words = new String[] {"", "", ""};
        var cases = new boolean[1];
        object(name -> {
            switch (name) {
                case "package" -> words[0] = json.getString();
                case "name" -> words[1] = json.getString();
                case "entrypoint" -> words[2] = json.getString();
                case "cases" -> cases[0] = json.getBooleanValue();
                default -> place.read(name);
            }
        });
        return new Analysis.TestRule(words[0], words[1], words[2], cases[0], place.file, place.row, place.column);
    }

    private Analysis.Coverable coverable() {
        var place = new Place();
        var numbers = new int[3];
        var head = new boolean[1];
        object(name -> {
            switch (name) {
                case "rule" -> numbers[0] = json.getIntValue();
                case "head" -> head[0] = json.getBooleanValue();
                case "end_row" -> numbers[1] = json.getIntValue();
                case "end_col" -> numbers[2] = json.getIntValue();
                default -> place.read(name);
            }
        });
        return new Analysis.Coverable(numbers[0], head[0], place.file, place.row, place.column, numbers[1], numbers[2]);
    }

    private Analysis.QueryExpression expression() {
        var place = new Place();
        var words = new String[] {"", ""};
        object(name -> {
            switch (name) {
                case "text" -> words[0] = json.getString();
                case "variable" -> words[1] = json.getString();
                default -> place.read(name);
            }
        });
        return new Analysis.QueryExpression(words[0], words[1], place.row, place.column);
    }

    private CompileError error() {
        var place = new Place();
        var words = new String[] {"", "", ""};
        var details = new ArrayList<String>();
        object(name -> {
            switch (name) {
                case "code" -> words[0] = json.getString();
                case "message" -> words[1] = json.getString();
                case "details" -> strings(details);
                case "help" -> words[2] = json.getString();
                default -> place.read(name);
            }
        });
        return new CompileError(place.file, place.row, place.column, words[0], words[1], details, words[2]);
    }

    private PolicyFinding finding() {
        var place = new Place();
        var words = new String[] {"", "", ""};
        var warning = new boolean[1];
        object(name -> {
            switch (name) {
                case "code" -> words[0] = json.getString();
                case "warning" -> warning[0] = json.getBooleanValue();
                case "message" -> words[1] = json.getString();
                case "help" -> words[2] = json.getString();
                default -> place.read(name);
            }
        });
        return new PolicyFinding(place.file, place.row, place.column, words[0], warning[0], words[1], words[2]);
    }

    /** A position in a file; zero and empty if the answer has none. */
    private final class Place {
        String file = "";
        int row;
        int column;

        void read(String name) {
            switch (name) {
                case "file" -> file = json.getString();
                case "row" -> row = json.getIntValue();
                case "col" -> column = json.getIntValue();
                default -> throw unknown(name);
            }
        }
    }

    private void object(Consumer<String> member) {
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            member.accept(name);
        }
    }

    private void each(Runnable element) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            element.run();
        }
    }

    private void strings(List<String> into) {
        each(() -> into.add(json.getString()));
    }

    private static IllegalStateException unknown(String name) {
        return new IllegalStateException("the compiler answered an unknown member: " + name);
    }
}
