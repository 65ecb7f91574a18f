package io.sallyport.cli.policy.lsp;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.YamlReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A kind of document that has a published schema. */
enum DocumentKind {
    LEASE("lease"),
    NETWORK_POLICY("network-policy"),
    HARNESS("harness"),
    PROFILE("profile"),
    SKILL("skill"),
    PROPERTIES("properties"),
    CONFIGURATION("configuration");

    /** The line by which editors find the schema of a YAML document. */
    private static final Pattern MODELINE =
            Pattern.compile("(?m)^#\\s*yaml-language-server:\\s*\\$schema=\\S*?([\\w-]+)\\.schema\\.json\\s*$");

    private static final Pattern LEASE_FILE = Pattern.compile("(.*[.-])?lease\\.json");
    private static final Pattern CONFIGURATION_FILE = Pattern.compile("sallyport\\.ya?ml");

    /** What a key of the outermost mapping looks like while the text does not parse. */
    private static final Pattern TOP_KEY = Pattern.compile("(?m)^([\\w.-]+):");

    private final String schema;

    DocumentKind(String schema) {
        this.schema = schema;
    }

    /** Returns the keys by which a document without a modeline is known: it has all of them at its top. */
    private List<String> keys() {
        return switch (this) {
            case NETWORK_POLICY -> List.of("network_policies");
            case HARNESS -> List.of("agent", "role");
            case PROFILE -> List.of("id", "endpoints");
            case SKILL -> List.of("id", "permissions");
            case PROPERTIES -> List.of("version", "properties");
            case LEASE, CONFIGURATION -> List.of();
        };
    }

    /** Returns the name of the schema, without its ending. */
    String schema() {
        return schema;
    }

    /**
     * Returns the kind of a document: that of its modeline, else by the name of its file ({@code lease.json}, {@code
     * NAME-lease.json}, {@code sallyport.yaml}), else by the keys at its top. Empty if it is none.
     */
    static Optional<DocumentKind> of(Path path, String text) {
        Matcher named = MODELINE.matcher(text);
        if (named.find()) {
            return Arrays.stream(values())
                    .filter(kind -> kind.schema.equals(named.group(1)))
                    .findFirst();
        }
        String file = String.valueOf(path.getFileName());
        if (LEASE_FILE.matcher(file).matches()) {
            return Optional.of(LEASE);
        }
        if (CONFIGURATION_FILE.matcher(file).matches()) {
            return Optional.of(CONFIGURATION);
        }
        return file.endsWith(".yaml") || file.endsWith(".yml") ? byKeys(topKeys(text)) : Optional.empty();
    }

    private static Optional<DocumentKind> byKeys(Set<String> present) {
        return Arrays.stream(values())
                .filter(kind -> !kind.keys().isEmpty() && present.containsAll(kind.keys()))
                .findFirst();
    }

    private static Set<String> topKeys(String text) {
        DocumentNode root = YamlReader.read(text, new Findings("document"));
        return root instanceof DocumentNode.Members
                ? Fields.members(root).keySet()
                : TOP_KEY.matcher(text).results().map(key -> key.group(1)).collect(Collectors.toUnmodifiableSet());
    }
}
