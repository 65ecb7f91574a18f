package io.sallyport.leasebridge.skill;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.model.Grant;
import io.sallyport.model.RateLimits;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillStatus;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkillReaderTest {
    private static SkillManifest read(String text) {
        return switch (SkillReader.read("skill.yaml", text)) {
            case SkillReader.Read(var manifest, var _) -> manifest;
            case SkillReader.Refused(var diagnostics) -> throw new AssertionError(diagnostics);
        };
    }

    private static List<String> errors(String text) {
        return SkillReader.read("skill.yaml", text).diagnostics().stream()
                .map(Diagnostic::toString)
                .toList();
    }

    private static List<Grant.Net> requests(String entries) {
        SkillManifest manifest = read("{id: s, permissions: {net: {allow_domains: [" + entries + "]}}}");
        return Objects.requireNonNull(manifest.network()).requests();
    }

    @Test
    void aManifestIsReadAsYamlAndAsJson() {
        SkillManifest yaml = read("""
                id: rust
                version: 1.2
                status: enabled
                permissions:
                  tools: [web.*]
                commands: {build: bin/build.py}
                limits: {per_second: 5, concurrent: 2, capabilities: {tool.call: {per_minute: 7}}}
                timeout_ms: 1000
                max_bytes: 2048
                """);
        SkillManifest json = read("""
                {"name": "rust", "version": "1.2", "status": "enabled", "permissions": {"tools": ["web.*"]},
                 "commands": {"build": "bin/build.py"},
                 "limits": {"per_second": 5, "concurrent": 2, "capabilities": {"tool.call": {"per_minute": 7}}},
                 "timeout_ms": 1000, "max_bytes": 2048}""");
        assertThat(json).isEqualTo(yaml);
        assertThat(yaml.limits())
                .isEqualTo(new SkillLimits(
                        new RateLimits(5, 0, 0), Map.of("tool.call", new RateLimits(0, 7, 0)), 2, 1000, 2048));
        assertThat(yaml.commands()).containsEntry("build", "bin/build.py");
        assertThat(yaml.network()).isNull();
        assertThat(yaml.files()).isNull();
    }

    @Test
    void whatSaysNothingOfItsStatusIsNotInUse() {
        assertThat(read("id: s").status()).isEqualTo(SkillStatus.IMPORTED);
        assertThat(read("{id: s, status: }").status()).isEqualTo(SkillStatus.IMPORTED);
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceWithItsPlace() {
        assertThat(errors("""
                id: "a/b"
                statis: enabled
                permissions:
                  net:
                    allow_domains: ["*.com", "ftp://h", {hosts: h}]
                  fs: {read: yes please, write_paths: [/a]}
                commands: {"b d": ../x}
                limits: {per_second: 0}
                """))
                .hasSize(11)
                .anyMatch(line -> line.startsWith("skill.yaml:1:5: BAD_VALUE"))
                .anyMatch(line -> line.startsWith("skill.yaml:2:1: UNKNOWN_KEY"))
                .anyMatch(line -> line.contains("everybody can register a name under it"))
                .anyMatch(line -> line.startsWith("skill.yaml:6:") && line.contains("true or false"))
                .anyMatch(line -> line.contains("write_paths: write is not true beside it"))
                .anyMatch(line -> line.contains("below the folder of the skill"))
                .anyMatch(line -> line.startsWith("skill.yaml:8:") && line.contains("from 1 to 1000000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*.com",
                "**.co.uk",
                "*.github.io",
                "*.internal",
                "*",
                "**",
                "*.",
                "a.*.example.com",
                "a*.example.com",
                "*.*.example.com",
                "*.10.0.0.1",
                "h:0",
                "h:65536",
                "h:*",
                "h/path",
                "tcp://h",
                "tcp+ssh://h",
                "tcp+ssh://h:1/path",
                "tcp+irc://h:1",
                "s3://h",
                "api://h",
                "tcp://h:1/path",
                "ftp://h",
                "HTTPS://h",
                "https://",
                "https://h/a/**/../b",
                "https://h/a?b=c",
                "user@h",
                "h h",
                "''",
            })
    void anEntryThatCouldMeanMoreThanItSaysIsRefused(String entry) {
        String quoted = entry.equals("''") ? entry : "\"" + entry + "\"";
        assertThat(errors("{id: s, permissions: {net: {allow_domains: [" + quoted + "]}}}"))
                .as(entry)
                .hasSize(1)
                .allMatch(line -> line.contains("BAD_ENTRY"));
    }

    @Test
    void hostsPortsAndSchemesAreThoseThatAreWritten() {
        assertThat(requests("API.Example.com.")).singleElement().satisfies(grant -> {
            assertThat(grant.host()).isEqualTo(new HostPattern.Exact("api.example.com"));
            assertThat(grant.ports()).isEqualTo(Set.of(443));
            assertThat(grant.coversWholeHost()).isTrue();
        });
        assertThat(requests("\"*.example.com:8443\"")).singleElement().satisfies(grant -> {
            assertThat(grant.host()).isEqualTo(new HostPattern.OneUnder("example.com"));
            assertThat(grant.ports()).isEqualTo(Set.of(8443));
        });
        assertThat(requests("{host: \"**.co.uk\", over_public_suffix: true, schemes: [http, https], paths: [/a, /b]}"))
                .hasSize(4)
                .allMatch(grant -> grant.host().equals(new HostPattern.Under("co.uk")));
        assertThat(requests("\"[2001:db8::1]:8443\"").getFirst().host())
                .isEqualTo(new HostPattern.Exact("2001:db8::1"));
        assertThat(requests("\"wss://h.test/live\""))
                .as("a WebSocket is no request")
                .isEmpty();
    }

    @Test
    void readingWithoutPathsIsTheSkillsOwnFolderAndWhereItWorks() {
        SkillManifest.Files files = Objects.requireNonNull(
                read("{id: s, directory: /skills/s, work_directory: /ws, permissions: {fs: {read: true, write: true}}}")
                        .files());
        assertThat(files.reading()).extracting(Grant.Named::text).containsExactly("/skills/s/**", "/ws/**");
        assertThat(files.writing()).extracting(Grant.Named::text).containsExactly("/ws/**");
        assertThat(errors("{id: s, permissions: {fs: {read: true}}}"))
                .singleElement()
                .matches(line -> line.contains("NO_PATHS"));
        for (String folder : List.of("/", "ws", "/ws/", "/a/../b", "/a/*", "'/a\\b'")) {
            assertThat(errors("{id: s, work_directory: " + folder + "}"))
                    .as(folder)
                    .hasSize(1);
        }
    }

    @Test
    void concurrentNeedsATimeAfterWhichAPlaceIsFree() {
        assertThat(errors("{id: s, limits: {concurrent: 2}}"))
                .singleElement()
                .matches(line -> line.contains("NO_TIMEOUT"));
    }

    @Test
    void whatIsTooMuchIsRefused() {
        assertThat(errors("id: s\ndescription: " + "x".repeat(SkillReader.MAX_BYTES)))
                .hasSize(1);
        assertThat(errors("{id: s, permissions: {tools: [" + "a,".repeat(300) + "]}}"))
                .singleElement()
                .matches(line -> line.contains("more than 256 entries"));
        String ports = String.join(
                ",",
                java.util.stream.IntStream.range(1, 4_200)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(errors("{id: s, permissions: {net: {allow_domains: [{host: h.test, ports: [" + ports + "]}]}}}"))
                .singleElement()
                .matches(line -> line.contains("more than 4096 combinations"));
    }

    @Test
    void noTextMakesTheReaderThrow() {
        Random random = new Random(20261122);
        String good = """
                {id: s, status: enabled, directory: /s, work_directory: /w, version: "1",
                 permissions: {net: {allow_domains: ["*.a.test", {host: h.test, ports: [1], methods: [GET]}]},
                  fs: {read: true, write_paths: [], execute_paths: [/a]}, tools: [a], models: [b]},
                 commands: {c: d}, limits: {per_run: 3, concurrent: 1, capabilities: {fs.read: {per_second: 1}}},
                 timeout_ms: 5, max_bytes: 7}""";
        assertThat(read(good).id()).isEqualTo("s");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(good);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.deleteCharAt(at);
                } else {
                    text.insert(at, (char) (32 + random.nextInt(96)));
                }
            }
            assertThat(SkillReader.read("s", text.toString()))
                    .as("change %d", i)
                    .isNotNull();
        }
    }
}
