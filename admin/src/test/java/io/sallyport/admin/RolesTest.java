package io.sallyport.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RolesTest {
    private static final Set<Route> STATE = EnumSet.of(
            Route.HEALTHZ, Route.READYZ, Route.METRICS, Route.OPENAPI, Route.EXPLAIN, Route.SUGGEST, Route.EFFECTIVE);
    private static final Set<Route> READ_SANDBOXES = EnumSet.of(
            Route.LIST_SANDBOXES,
            Route.GET_RECEIPT,
            Route.GET_TUNNELS,
            Route.SANDBOX_HISTORY,
            Route.GET_PAST_DOCUMENTS,
            Route.GET_SANDBOX,
            Route.GET_DOCUMENTS,
            Route.GET_LEASE,
            Route.GET_SKILLS);
    private static final Set<Route> CHANGE_SANDBOXES = EnumSet.of(
            Route.PUT_SANDBOX,
            Route.DELETE_SANDBOX,
            Route.SET_PHASE,
            Route.PROMOTE_CANDIDATE,
            Route.SANDBOX_METRIC,
            Route.PUT_LEASE,
            Route.REVOKE_LEASE,
            Route.ROLL_BACK_SANDBOX,
            Route.ROTATE_LEASE,
            Route.LEASE_METRIC,
            Route.PUT_SKILLS,
            Route.REMOVE_SKILLS,
            Route.RELOAD_SKILLS,
            Route.ENABLE_SKILL,
            Route.DISABLE_SKILL);
    private static final Set<Route> READ_GUARDRAILS = EnumSet.of(
            Route.GET_GUARDRAILS,
            Route.GUARDRAILS_HISTORY,
            Route.DIFF_GUARDRAILS,
            Route.GET_PAST_GUARDRAILS,
            Route.GET_REPORT,
            Route.LIST_TRIALS,
            Route.GET_CANDIDATE,
            Route.CANDIDATE_REPORT,
            Route.LIST_APPROVALS,
            Route.GET_APPROVAL,
            Route.GET_RULES);
    private static final Set<Route> READ_WORKSPACES = EnumSet.of(Route.LIST_WORKSPACES, Route.GET_WORKSPACE);
    private static final Set<Route> READ_AUDIT = EnumSet.of(
            Route.QUERY_AUDIT,
            Route.AUDIT_KEY,
            Route.FOLLOW_AUDIT,
            Route.REPLAY,
            Route.GET_PROVIDERS,
            Route.GET_CONFIGURATION,
            Route.LIST_ASKS);
    private static final Map<Role, Set<Route>> OPEN = new EnumMap<>(Map.of(
            Role.OPERATOR, EnumSet.allOf(Route.class),
            Role.RUNNER,
                    union(STATE, READ_WORKSPACES, READ_SANDBOXES, CHANGE_SANDBOXES, Set.of(Route.CHECK, Route.DECIDE)),
            Role.SECURITY,
                    union(
                            STATE,
                            READ_WORKSPACES,
                            READ_AUDIT,
                            READ_GUARDRAILS,
                            EnumSet.of(
                                    Route.PUT_WORKSPACE,
                                    Route.DELETE_WORKSPACE,
                                    Route.PUT_GUARDRAILS,
                                    Route.ROLL_BACK_GUARDRAILS,
                                    Route.REMOVE_GUARDRAILS,
                                    Route.PROMOTE_GUARDRAILS,
                                    Route.PUT_CANDIDATE,
                                    Route.REMOVE_CANDIDATE,
                                    Route.BEGIN_REPORT_MODE,
                                    Route.END_REPORT_MODE,
                                    Route.WATCH_ASKS,
                                    Route.ANSWER_ASK,
                                    Route.APPROVE,
                                    Route.REMOVE_APPROVAL)),
            Role.READER, union(STATE, READ_WORKSPACES, READ_SANDBOXES, READ_AUDIT, READ_GUARDRAILS)));

    @TempDir
    Path folder;

    @SafeVarargs
    private static Set<Route> union(Set<Route>... parts) {
        Set<Route> all = EnumSet.noneOf(Route.class);
        for (Set<Route> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    @Test
    void eachOpensWhatItsRowSaysAndNothingElse() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            for (Role role : Role.values()) {
                for (Route route : Route.values()) {
                    assertThat(isOpen(fixture, role, route))
                            .as("%s %s", role, route)
                            .isEqualTo(OPEN.getOrDefault(role, Set.of()).contains(route));
                }
            }
        }
    }

    /** By the head of the answer alone: a stream has no end. */
    private static boolean isOpen(AdminFixture fixture, Role role, Route route) throws Exception {
        String target = route.pattern()
                .replace("{id}", "sb-1")
                .replace("{skill}", "rust")
                .replace("{workspace}", "docs")
                .replace("{version}", "3")
                .replace("{generation}", "2")
                .replace("{ask}", "0mh5k2v0g000")
                .replace("{change}", RecordingApprovals.CHANGE.id());
        try (var socket = fixture.connect()) {
            String request = route.method() + " " + target + " HTTP/1.1\r\nHost: localhost\r\n"
                    + AdminFixture.bearer(role) + "Content-Length: 0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return AdminFixture.status(head) != 403;
        }
    }

    @Test
    void aRefusedRoleReachesNothingAndLeavesARecord() throws Exception {
        try (var fixture = new AdminFixture(folder)) {
            assertThat(fixture.call(Role.READER, "DELETE", "/v1/sandboxes/sb-1", "")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(fixture.call(Role.RUNNER, "PUT", "/v1/guardrails", "{\"rego\":{}}")
                            .body())
                    .contains("\"code\":\"PERMISSION_DENIED\"", "the role runner does not allow this call");
            assertThat(fixture.control.asked).isEmpty();
            assertThat(fixture.records())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("\"kind\":\"admin\"", "\"verdict\":\"deny\"", "\"reason\":\"role_refused\"")
                    .contains("\"rule\":\"role:runner\"", "\"status\":403", "\"path\":\"/v1/guardrails\"")
                    .contains("token runner-name from 127.0.0.1");
        }
    }

    @Test
    void wordsAreReadBack() {
        for (Role role : Role.values()) {
            assertThat(Role.of(role.word())).isEqualTo(role);
        }
        assertThat(Role.of("Operator")).isNull();
        assertThat(Role.of("")).isNull();
    }
}
