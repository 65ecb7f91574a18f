package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.Place;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import io.sallyport.leasebridge.harness.Surroundings.Document;
import io.sallyport.leasebridge.network.NetworkDocument;
import io.sallyport.leasebridge.network.ProviderReader;
import io.sallyport.model.Diagnostic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the profiles that a harness attaches (specs: API servers, section 4): by {@code openshell.profiles}, by the providers of
 * an API server, and by {@code providers}, whose files name one each. A bare name is looked for with the operator, then under
 * {@code profiles/} or {@code providers/} in the project. Confined to one reading.
 */
public final class Attached {
    private final Lent lent;
    private final Surroundings surroundings;
    private final Map<String, NetworkDocument.Profile> profiles = new LinkedHashMap<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    public Attached(Lent lent, Surroundings surroundings) {
        this.lent = lent;
        this.surroundings = surroundings;
    }

    /** Takes what a harness names. */
    public void addAll(Mapping harness) {
        harness.mapping("openshell")
                .texts("profiles")
                .forEach(text -> addProfile(text.text(), text, "openshell.profiles"));
        harness.texts("providers").forEach(this::addProvider);
        for (Sourced server : harness.items("api_servers")) {
            if (server instanceof Mapping fields) {
                fields.texts("providers").forEach(text -> addProfile(text.text(), text, "api_servers.providers"));
            }
        }
    }

    /** Takes a profile that the call itself names. */
    public void add(String name) {
        switch (find(name, "profiles", lent.profiles())) {
            case Surroundings.Found found -> put(name, found);
            case Surroundings.Absent(var why) ->
                diagnostics.add(
                        Diagnostic.error("profiles", 0, 0, "NOT_OPENED", Findings.quote(name) + ": " + why, null));
        }
    }

    private void addProfile(String reference, Text at, String where) {
        switch (find(reference, "profiles", lent.profiles())) {
            case Surroundings.Found found -> put(name(reference), found);
            case Surroundings.Absent(var why) ->
                refuse(at, where + ": the profile " + Findings.quote(reference) + ": " + why);
        }
    }

    private void addProvider(Text reference) {
        switch (find(reference.text(), "providers", lent.providers())) {
            case Surroundings.Absent(var why) ->
                refuse(reference, "providers: " + Findings.quote(reference.text()) + ": " + why);
            case Surroundings.Found(var name, var text) -> {
                switch (ProviderReader.read(name, text)) {
                    case ProviderReader.Refused(var why) -> diagnostics.addAll(why);
                    case ProviderReader.Read(var _, var profile) -> addProfile(profile, reference, "providers");
                }
            }
        }
    }

    private Document find(String reference, String folder, Map<String, String> operators) {
        boolean bare = !PinnedUrl.isUrl(reference) && reference.indexOf('/') < 0 && !isFile(reference);
        String known = bare ? operators.get(reference) : null;
        if (known != null) {
            return new Surroundings.Found(folder + "/" + reference + ".yaml", known);
        }
        return switch (bare ? new Reference.Local(folder + "/" + reference + ".yaml") : Reference.of(reference)) {
            case Reference.Faulty(var _, var why) -> new Surroundings.Absent(why);
            case Reference.Local(var path) -> surroundings.byPath(path);
            case Reference.Pinned(var sha256) -> surroundings.byHash(sha256);
        };
    }

    private void put(String name, Surroundings.Found found) {
        var profile = new NetworkDocument.Profile(found.name(), found.text(), name);
        NetworkDocument.Profile before = profiles.putIfAbsent(name, profile);
        if (before != null && !before.text().equals(found.text())) {
            diagnostics.add(Diagnostic.error(
                    found.name(), 1, 1, "DUPLICATE_MEMBER", "two profiles are called " + Findings.quote(name), null));
        }
    }

    /** What a profile has to be called: its file's name without ending. */
    private static String name(String reference) {
        String file = SkillNames.baseName(reference);
        return isFile(file) ? file.substring(0, file.lastIndexOf('.')) : file;
    }

    private static boolean isFile(String reference) {
        return reference.endsWith(".yaml") || reference.endsWith(".yml");
    }

    private void refuse(Text at, String message) {
        Place place = at.origin().place();
        diagnostics.add(
                Diagnostic.error(at.origin().document(), place.line(), place.column(), "NOT_OPENED", message, null));
    }

    /** The profiles, each once. */
    public List<NetworkDocument> profiles() {
        return List.copyOf(profiles.values());
    }

    public List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }
}
