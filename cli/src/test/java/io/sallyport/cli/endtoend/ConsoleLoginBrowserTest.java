package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.NodePackages;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chromium logs in to the console at a real OpenID provider. */
class ConsoleLoginBrowserTest {
    private static final Duration MOST = Duration.ofMinutes(5);

    @TempDir
    Path folder = Path.of("");

    @Test
    void peopleLogInByTheirGroupsAndOthersDoNot() throws Exception {
        Path chromium = require("chromium");
        Path node = require("node");
        var variables = new HashMap<>(NodePackages.ofBrowsers());
        Path script = folder.resolve("console-login.cjs");
        try (InputStream source = Objects.requireNonNull(getClass().getResourceAsStream("console-login.cjs"))) {
            Files.copy(source, script);
        }
        try (OpenIdServer provider = OpenIdServer.start(folder);
                Rig rig = Rig.start(folder, Map.of(), provider.configuration())) {
            variables.put("ADMIN", rig.adminUrl());
            variables.put("ISSUER", provider.issuer());
            variables.put("CHROMIUM", chromium.toString());
            Client.Ended ended = Client.run(folder, variables, MOST, List.of(node.toString(), script.toString()));
            assertThat(ended.out()).as(ended.err()).endsWith("done\n").doesNotContain("FAILED");
            String person = "person " + provider.issuer() + "#ann (ann@corp.test)";
            assertThat(rig.records("admin").stream().map(Object::toString).toList())
                    .anyMatch(line -> line.contains("/console/login/callback") && line.contains(person))
                    .anyMatch(line -> line.contains("/console/logout") && line.contains(person))
                    .anyMatch(line -> line.contains("/console/login/callback") && line.contains("no_identity"));
        }
    }
}
