package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page Health shows of a gateway whose receiver of records is down. */
@Timeout(120)
class ConsoleHealthTest {
    private final Origin receiver = Origin.plain(_ -> Answer.text(503, "down"));

    @TempDir
    Path folder = Path.of("");

    private Rig rig;
    private ConsoleVisitor visitor;

    @BeforeEach
    void start() throws Exception {
        rig = Rig.startWithRoles(folder, Map.of(), "\"ci.token\": \"runner\"", """
                audit:
                  store: {}
                  sinks:
                    hook: {type: webhook, url: "http://%s/hush", addresses: ["127.0.0.0/8"]}
                """.formatted(receiver.hostPort()));
        visitor = new ConsoleVisitor(rig.adminUrl());
    }

    @AfterEach
    void stop() {
        visitor.close();
        rig.close();
        receiver.close();
    }

    @Test
    void aReceiverTheAuditLogAndEachSettingAreShownAndNoSecret() throws Exception {
        visitor.logIn(rig.token());
        String page = visitor.get("/console/health").body();
        assertThat(page)
                .contains("Receivers of records", "<code>hook</code>", "audit_sink:hook")
                .contains("Records written", "Records in the store", "Store is at the end of the log")
                .contains("<code>audit.sinks.hook.type</code>", "<code>webhook</code>", "<code>gateway.yaml:")
                .contains("<code>audit.sinks.hook.url</code>", "set; text is not shown")
                .contains("<code>limits.head_timeout</code>")
                .doesNotContain("hush")
                .doesNotContain(rig.token());
    }

    @Test
    void aRoleThatReadsNoRecordsSeesNoConfiguration() throws Exception {
        visitor.logIn(Files.readString(rig.state().resolve("ci.token")).strip());
        assertThat(visitor.get("/console/health").body())
                .contains("Audit log", "All values")
                .doesNotContain("Configuration in force");
    }
}
