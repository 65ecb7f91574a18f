package io.sallyport.fetch.scan;

import io.sallyport.fetch.tree.SkillPath;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * A plugin's {@code plugin.json} or {@code .lsp.json}: what an agent reads of it is not its text but the strings that
 * its escapes stand for, and what it names as a command is started. Confined to its thread.
 */
final class PluginFile {
    private static final List<String> NAMES = List.of("plugin.json", ".lsp.json");
    private static final String COMMAND = "command";
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(SkillScan.MAX_FILE_BYTES)
                    .maxNameLength(SkillScan.MAX_FILE_BYTES)
                    .build())
            .build();

    private final String file;
    private final List<ScanFinding> findings;
    private final StringBuilder strings = new StringBuilder();
    private int line = 1;
    private boolean startsPrograms;

    private PluginFile(String file, List<ScanFinding> findings) {
        this.file = file;
        this.findings = findings;
    }

    static boolean is(SkillPath path) {
        return NAMES.contains(path.name().toLowerCase(Locale.ROOT));
    }

    /** All names and strings of {@code text}, each on the line where it stands; empty where it is no JSON. */
    static String strings(String text, String file, List<ScanFinding> findings) {
        return new PluginFile(file, findings).read(text);
    }

    private String read(String text) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), new StringReader(text))) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                take(json, token);
            }
            return strings.toString();
        } catch (JacksonException _) {
            findings.add(new ScanFinding("plugin.unreadable", Severity.MEDIUM, file, 0));
            return strings.toString();
        }
    }

    private void take(JsonParser json, JsonToken token) {
        boolean isName = token == JsonToken.PROPERTY_NAME;
        if (!isName && token != JsonToken.VALUE_STRING) {
            return;
        }
        int at = json.currentTokenLocation().getLineNr();
        for (; line < at; line++) {
            strings.append('\n');
        }
        strings.append(' ').append(json.getString().replace('\n', ' '));
        if (isName && json.getString().equalsIgnoreCase(COMMAND) && !startsPrograms) {
            startsPrograms = true;
            findings.add(new ScanFinding("plugin.command", Severity.MEDIUM, file, at));
        }
    }
}
