package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.leasebridge.harness.Surroundings.Document;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.ProviderReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the profiles that a harness attaches (specs: API servers, section 4): by {@code openshell.profiles}, by the
 * providers of an API server, and by {@code providers}, whose files name one profile each. A bare name is looked up
 * among the operator's files, then under {@code profiles/} or {@code providers/} in the project. Confined to one
 * reading.
 */
public final class Attached {
    private static final String PROFILES = "profiles";

    /** Limit of references in one harness: its profiles, its providers, and the providers of its servers. */
    static final int MAX_REFERENCES = 256;

    private final Lent lent;
    private final Surroundings surroundings;
    private final Map<String, NetworkDocument.Profile> profiles = new LinkedHashMap<>();
    private final Findings findings = new Findings("harness");

    public Attached(Lent lent, Surroundings surroundings) {
        this.lent = lent;
        this.surroundings = surroundings;
    }

    /** Adds what a harness names; looks nothing up if it names more than {@link #MAX_REFERENCES}. */
    public void addAll(Mapping harness) {
        List<Text> all = references(harness);
        if (all.size() > MAX_REFERENCES) {
            String message = "more than " + MAX_REFERENCES + " references to profiles and providers";
            refuse(all.get(MAX_REFERENCES), DiagnosticCode.TOO_MANY, message);
            return;
        }
        harness.mapping("openshell")
                .texts("profiles")
                .forEach(text -> addProfile(text.text(), text, "openshell.profiles", Set.of()));
        harness.texts("providers").forEach(this::addProvider);
        for (Mapping server : servers(harness)) {
            Text name = server.text("name");
            Set<String> servers = name == null ? Set.of() : Set.of(name.text());
            server.texts("providers").forEach(text -> addProfile(text.text(), text, "api_servers.providers", servers));
        }
    }

    private static List<Text> references(Mapping harness) {
        List<Text> all = new ArrayList<>(harness.mapping("openshell").texts("profiles"));
        all.addAll(harness.texts("providers"));
        servers(harness).forEach(server -> all.addAll(server.texts("providers")));
        return all;
    }

    private static List<Mapping> servers(Mapping harness) {
        return harness.items("api_servers").stream()
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast)
                .toList();
    }

    /** Adds a profile that the call itself names. */
    public void add(String name) {
        switch (find(name, PROFILES, lent.profiles())) {
            case Surroundings.Found found -> put(name, found, Set.of());
            case Surroundings.Absent(var why) ->
                findings.add(Diagnostic.error(
                        "profiles", 0, 0, DiagnosticCode.NOT_OPENED, Findings.quote(name) + ": " + why, null));
        }
    }

    /** @param servers the API server that it is attached to, or empty */
    private void addProfile(String reference, Text at, String where, Set<String> servers) {
        switch (find(reference, PROFILES, lent.profiles())) {
            case Surroundings.Found found -> put(name(reference), found, servers);
            case Surroundings.Absent(var why) ->
                refuse(
                        at,
                        DiagnosticCode.NOT_OPENED,
                        where + ": the profile " + Findings.quote(reference) + ": " + why);
        }
    }

    private void addProvider(Text reference) {
        switch (find(reference.text(), "providers", lent.providers())) {
            case Surroundings.Absent(var why) ->
                refuse(
                        reference,
                        DiagnosticCode.NOT_OPENED,
                        "providers: " + Findings.quote(reference.text()) + ": " + why);
            case Surroundings.Found(var name, var text) -> {
                switch (ProviderReader.read(name, text)) {
                    case ProviderReader.Refused(var why) -> why.forEach(findings::add);
                    case ProviderReader.Read(var _, var profile) ->
                        addProfile(profile, reference, "providers", Set.of());
                }
            }
        }
    }

    private Document find(String reference, String folder, Map<String, String> operators) {
        boolean bare = isBare(reference);
        String known = bare ? operators.get(name(reference)) : null;
        if (known != null) {
            return new Surroundings.Found(folder + "/" + reference + ".yaml", known);
        }
        return switch (Reference.of(bare ? folder + "/" + reference + ".yaml" : reference)) {
            case Reference.Faulty(var _, var why) -> new Surroundings.Absent(why);
            case Reference.Local(var path)
            when bare && folder.equals(PROFILES) -> surroundings.profile(reference, path);
            case Reference.Local(var path) -> surroundings.byPath(path);
            case Reference.Pinned(var _, var sha256) -> surroundings.byHash(sha256);
        };
    }

    /** Returns whether a reference is a name, perhaps with what a profile leaves to its user behind an {@code @}. */
    private static boolean isBare(String reference) {
        int at = reference.indexOf('@');
        String name = at < 0 ? reference : reference.substring(0, at);
        return !Reference.isUrl(reference) && name.indexOf('/') < 0 && !isFile(reference);
    }

    private void put(String name, Surroundings.Found found, Set<String> servers) {
        var profile = new NetworkDocument.Profile(found.name(), found.text(), name, servers);
        NetworkDocument.Profile before = profiles.putIfAbsent(name, profile);
        if (before == null) {
            return;
        }
        if (before.text().equals(found.text())) {
            profiles.put(name, before.attachedTo(servers));
        } else {
            findings.add(Diagnostic.error(
                    found.name(),
                    1,
                    1,
                    DiagnosticCode.DUPLICATE_MEMBER,
                    "two profiles are called " + Findings.quote(name),
                    null));
        }
    }

    /** Returns the required name of a profile: its file name without extension, or what is before an {@code @}. */
    static String name(String reference) {
        if (isBare(reference)) {
            int at = reference.indexOf('@');
            return at < 0 ? reference : reference.substring(0, at);
        }
        String file = SkillNames.baseName(reference);
        return isFile(file) ? file.substring(0, file.lastIndexOf('.')) : file;
    }

    private static boolean isFile(String reference) {
        return reference.endsWith(".yaml") || reference.endsWith(".yml");
    }

    private void refuse(Text at, DiagnosticCode code, String message) {
        Place place = at.origin().place();
        findings.add(Diagnostic.error(at.origin().document(), place.line(), place.column(), code, message, null));
    }

    /** Returns the profiles, each once. */
    public List<NetworkDocument> profiles() {
        return List.copyOf(profiles.values());
    }

    public List<Diagnostic> diagnostics() {
        return findings.all();
    }
}
