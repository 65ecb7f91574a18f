package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingSettings;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingSectionTest {
    private static final String VALUE = "wintergreen-7!bridge";

    @TempDir
    private Path folder;

    private FindingSettings read(String findings) throws ConfigException {
        Section top = Section.read("gateway.yaml", "findings: " + findings);
        FindingSettings read =
                FindingSection.read(top.section("findings"), folder, Map.of("CANARY", VALUE, "LOW", "short"));
        top.faults().end();
        return read;
    }

    private static List<String> found(FindingSettings settings, String text) {
        var host = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("a.test")).value();
        var request = CanonicalRequest.http(
                Scheme.HTTPS, host, 443, "GET", CanonicalPath.ROOT, CanonicalQuery.parse("q=" + text));
        return new RequestSearch(settings.canaries(), settings.depth())
                .in(request, RequestHeaders.EMPTY).stream()
                        .map(FoundSecret::label)
                        .toList();
    }

    @Test
    void nothingIsDoneByDefault() throws ConfigException {
        assertThat(read("{}")).isEqualTo(FindingSettings.OFF);
    }

    @Test
    void canariesComeFromFilesAndTheEnvironment() throws ConfigException, IOException {
        Files.writeString(folder.resolve("note"), "marzipan-9-lantern\n");
        FindingSettings read =
                read("{mode: enforce, bodies: true, canaries: {note: 'file:note', staging: 'env:CANARY'}}");
        assertThat(read.mode()).isEqualTo(FindingMode.ENFORCE);
        assertThat(read.bodies()).isTrue();
        assertThat(found(read, "marzipan-9-lantern")).containsExactly("canary:note@query");
        assertThat(found(read, VALUE)).containsExactly("canary:staging@query");
        assertThat(read.toString()).doesNotContain(VALUE, "marzipan");
    }

    @Test
    void theDepthIsThatOfTheFile() throws ConfigException {
        String once = "d2ludGVyZ3JlZW4tNyFicmlkZ2U";
        assertThat(found(read("{canaries: {c: 'env:CANARY'}}"), once)).containsExactly("canary:c@query");
        assertThat(found(read("{depth: 0, canaries: {c: 'env:CANARY'}}"), once)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{mode: deny}; findings.mode",
                "{depth: 4}; findings.depth",
                "{canaries: {A: 'env:CANARY'}}; findings.canaries.A",
                "{canaries: {a: 'env:LOW'}}; findings.canaries.a",
                "{canaries: {a: 'env:NOBODY'}}; findings.canaries.a",
                "{canaries: {a: 'file:nowhere'}}; nowhere cannot be read",
                "{canaries: {a: wintergreen-7}}; findings.canaries.a"
            })
    void refusesAndSaysWhere(String findings, String where) {
        assertThatThrownBy(() -> read(findings)).hasMessageContaining(where);
    }
}
