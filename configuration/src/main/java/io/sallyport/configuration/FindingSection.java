package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingSettings;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.findings.SecretScanner;
import io.sallyport.findings.SoughtValue;
import io.sallyport.model.secret.FindingKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code findings}: which secrets are looked for in what leaves, and what is done about them. */
final class FindingSection {
    private static final int MOST_CANARIES = 100;

    private static final Keys FINDINGS = new Keys("findings");
    private static final Key<FindingMode> MODE = FINDINGS.value(
            "mode",
            Forms.words(FindingMode.values(), mode -> mode.name().toLowerCase(Locale.ROOT)),
            FindingMode.OFF,
            "What is done about secrets in allowed requests that no rule asks for: nothing, a record or a refusal"
                    + " ([findings](findings.md)).");
    private static final Key<Boolean> BODIES = FINDINGS.value(
            "bodies",
            Form.TRUTH,
            false,
            "Whether bodies, and messages that a WebSocket sends, are looked into. For `enforce` a body waits until it"
                    + " is whole (`limits.body_judged_bytes`); for `report` a copy is searched.");
    private static final Key<Integer> DEPTH = FINDINGS.value(
            "depth",
            Form.number(0, SecretScanner.MAX_DEPTH),
            RequestSearch.DEPTH,
            "How many encodings around a secret are undone.");
    private static final Key<String> CANARIES = FINDINGS.map(
            "canaries",
            Form.text("file:PATH or env:NAME", FindingSection::source),
            "none",
            "Values that nobody has a reason to send, by a name that records show: `file:PATH` or `env:NAME`.");

    private final Section section;
    private final Path folder;
    private final Map<String, String> environment;

    private FindingSection(Section section, Path folder, Map<String, String> environment) {
        this.section = section;
        this.folder = folder;
        this.environment = environment;
    }

    static List<Keys> keys() {
        return List.of(FINDINGS);
    }

    static FindingSettings read(Section section, Path folder, Map<String, String> environment) throws ConfigException {
        FindingMode mode = section.read(MODE);
        boolean bodies = section.read(BODIES);
        int depth = section.read(DEPTH);
        List<SoughtValue> canaries = new FindingSection(section, folder, environment).canaries();
        section.end();
        return new FindingSettings(mode, bodies, depth, canaries);
    }

    private List<SoughtValue> canaries() throws ConfigException {
        List<SoughtValue> canaries = new ArrayList<>();
        for (Map.Entry<String, String> canary : section.map(CANARIES).entrySet()) {
            canaries.add(canary(canary.getKey(), canary.getValue()));
        }
        if (canaries.size() > MOST_CANARIES) {
            throw error("", canaries.size() + " (expected: at most " + MOST_CANARIES + ")");
        }
        return canaries;
    }

    private SoughtValue canary(String name, String source) throws ConfigException {
        if (!NamedRate.isName(name)) {
            throw error("." + name, "its name (expected: 1 to 63 of a-z 0-9 . _ -)");
        }
        String value = source.startsWith("env:")
                ? environment.getOrDefault(source.substring("env:".length()), "")
                : content(name, folder.resolve(source.substring("file:".length())));
        byte[] bytes = value.strip().getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SoughtValue.MIN_BYTES) {
            throw error("." + name, "its value is missing or short (expected: at least 8 bytes)");
        }
        return new SoughtValue(FindingKind.CANARY, name, bytes);
    }

    private String content(String name, Path file) throws ConfigException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw error("." + name, file + " cannot be read");
        }
    }

    private ConfigException error(String name, String why) {
        return section.place("canaries").error("findings.canaries" + name + ": " + why);
    }

    private static @Nullable String source(String text) {
        return text.matches("(file|env):.+") ? text : null;
    }
}
