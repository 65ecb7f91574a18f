package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks the rules between the fields of a harness after all layers are merged (specs: fetch, sections 4 and 12). */
record EffectiveRules(Mapping harness, List<AllowlistEntry> entries, Forges forges, HarnessFindings documents) {
    /** @param whole whether every base was read; if not, missing fields may be in one of them */
    void check(boolean whole) {
        for (String key : List.of("agent", "role")) {
            Sourced value = harness.members().get(key);
            if (whole && (value == null || value.isEmpty())) {
                documents.error(harness.origin(), DiagnosticCode.MISSING_KEY, "the document: " + key + " is missing");
            }
        }
        checkFetch();
        checkCovered();
        checkNames();
        checkServers();
    }

    private void checkFetch() {
        boolean opted = harness.isTrue("allow_runtime_fetch");
        Text optIn = harness.text("allow_runtime_fetch");
        if (opted && entries.isEmpty() && optIn != null) {
            String message = "allow_runtime_fetch: nothing stands in allowed_remote_resources";
            documents.errorAtKey(optIn.origin(), DiagnosticCode.NO_ALLOWLIST, message);
        }
        Text most = harness.text("max_runtime_fetches");
        if (!opted && most != null) {
            String message = "max_runtime_fetches: allow_runtime_fetch is not true";
            documents.errorAtKey(most.origin(), DiagnosticCode.NO_OPT_IN, message);
        }
    }

    /** Skills and plugins by URL must be under the harness's own allowlist, whichever document names them. */
    private void checkCovered() {
        for (Sourced skill : harness.items("skills")) {
            String reference = SkillNames.reference(skill);
            if (reference != null) {
                checkCovered(reference, skill.origin(), "skills");
            }
        }
        harness.texts("plugins").forEach(plugin -> checkCovered(plugin.text(), plugin.origin(), "plugins"));
    }

    private void checkCovered(String reference, SourcePosition at, String where) {
        if (forges.directory(reference) instanceof Reference.Pinned(var url, var _)
                && entries.stream().noneMatch(entry -> entry.covers(url, forges))) {
            documents.error(at, DiagnosticCode.NOT_ALLOWED, where + ": the URL is not under allowed_remote_resources");
        }
    }

    private void checkNames() {
        checkOnce(harness.texts("plugins"), text -> SkillNames.baseName(text.text()), "plugins: the name");
        checkOnce(harness.texts("providers"), EffectiveRules::stem, "providers: the name");
        checkOnce(harness.mapping("openshell").texts("profiles"), EffectiveRules::stem, "openshell.profiles: the name");
    }

    private static String stem(Text reference) {
        return Attached.name(reference.text());
    }

    private void checkServers() {
        List<Mapping> servers = harness.items("api_servers").stream()
                .filter(Mapping.class::isInstance)
                .map(Mapping.class::cast)
                .toList();
        checkOnce(texts(servers, "name"), Text::text, "api_servers: the name");
        List<Text> ports = texts(servers, "port").stream()
                .filter(port -> !Integer.valueOf(0).equals(port.scalar().number()))
                .toList();
        checkOnce(ports, port -> String.valueOf(port.scalar().number()), "api_servers: the port");
    }

    private static List<Text> texts(List<Mapping> servers, String key) {
        return servers.stream()
                .flatMap(server -> Stream.ofNullable(server.text(key)))
                .toList();
    }

    private void checkOnce(List<Text> texts, Function<Text, @Nullable String> name, String what) {
        Set<@Nullable String> seen = new HashSet<>();
        for (Text text : texts) {
            if (!seen.add(name.apply(text))) {
                documents.error(text, DiagnosticCode.DUPLICATE_MEMBER, what + " stands here twice");
            }
        }
    }
}
