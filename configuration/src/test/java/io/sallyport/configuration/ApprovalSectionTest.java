package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.configuration.key.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ApprovalSectionTest {
    private static final String TWO = "approvals: {guardrails: 2}\n";
    private static final String ROLES = "admin: {roles: {bob.token: security, ci.token: runner}}\n";

    @Test
    void onePersonChangesGuardrailsWhereNothingIsSaid() throws ConfigException {
        assertThat(parse("")).isEqualTo(new Config.Approvals(false, false, false, Duration.ofHours(24), 20, 100, 3));
    }

    @Test
    void twoPeopleAreAskedForWithExpiryAndBound() throws ConfigException {
        assertThat(parse("approvals: {guardrails: 2, expiry: 8h, max_pending: 5}\n" + ROLES))
                .isEqualTo(new Config.Approvals(true, false, false, Duration.ofHours(8), 5, 100, 3));
    }

    @Test
    void workspacesHaveASettingOfTheirOwnAlsoBesideAFolderOfGuardrails() throws ConfigException {
        String two = "approvals: {workspaces: 2}\n";
        assertThat(parse(two + ROLES + "guardrails: rules\n"))
                .isEqualTo(new Config.Approvals(false, true, false, Duration.ofHours(24), 20, 100, 3));
        assertThatThrownBy(() -> parse(two))
                .hasMessageContaining("approvals.workspaces: only one person could change workspaces");
    }

    @Test
    void sandboxesHaveASettingAndBoundsOfTheirOwnAndARunnerIsAnAuthorOfTheirs() throws ConfigException {
        String runner = "admin: {roles: {ci.token: runner}}\n";
        String two = "approvals: {sandboxes: 2, max_pending_sandboxes: 7, max_per_sandbox: 1}\n";
        assertThat(parse(two + runner))
                .isEqualTo(new Config.Approvals(false, false, true, Duration.ofHours(24), 20, 7, 1));
        assertThatThrownBy(() -> parse(two))
                .hasMessageContaining("approvals.sandboxes: only one person could change sandboxes");
        assertThatThrownBy(() -> parse("approvals: {sandboxes: 2, workspaces: 2}\n" + runner))
                .hasMessageContaining("approvals.workspaces: only one person");
    }

    @Test
    void jobsThatCouldNotGetALeaseAreRefusedAtTheStart() {
        String arcp = "arcp: {url: \"wss://runtime.test/arcp\", token_file: runtime.token}\n";
        assertThatThrownBy(() -> parse("approvals: {sandboxes: 2}\n" + ROLES + arcp))
                .hasMessageContaining("gateway.yaml:1:13: approvals.sandboxes: 2 refuses leases");
    }

    @Test
    void aNumberThatNothingChecksIsRefused() {
        for (String section : new String[] {
            "guardrails: 3",
            "guardrails: 0",
            "workspaces: 3",
            "sandboxes: 3",
            "max_pending: 0",
            "max_pending: 101",
            "max_pending_sandboxes: 1001",
            "max_per_sandbox: 0"
        }) {
            assertThatThrownBy(() -> parse("approvals: {" + section + "}\n" + ROLES))
                    .as(section)
                    .hasMessageContaining("expected: a number from 1 to");
        }
    }

    @Test
    void aFolderOrABundleWouldPassApprovalsBy() {
        for (String source : new String[] {"rules", "rules.tar.gz"}) {
            assertThatThrownBy(() -> parse(TWO + ROLES + "guardrails: " + source + "\n"))
                    .hasMessageContaining("gateway.yaml:1:13: approvals.guardrails: 2 is for changes by the API");
        }
    }

    @Test
    void oneNameAloneCouldNotApprove() {
        for (String roles : new String[] {
            "",
            "admin: {roles: {bob.token: reader}}\n",
            "admin: {token_file: a/x.token, roles: {b/x.token: security}}\n"
        }) {
            assertThatThrownBy(() -> parse(TWO + roles))
                    .as(roles)
                    .hasMessageContaining("approvals.guardrails: only one person could change guardrails");
        }
    }

    private static Config.Approvals parse(String text) throws ConfigException {
        return ConfigFile.parse(Path.of("/etc/gateway.yaml"), text, null, Path.of("/state"))
                .approvals();
    }
}
