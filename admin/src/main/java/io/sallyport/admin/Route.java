package io.sallyport.admin;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The calls of the control API. {@code openapi.json} describes each of them. */
enum Route {
    /** Needs no token, except with {@link #VERBOSE}. */
    HEALTHZ("GET", "/healthz", null, Route.VERBOSE),
    READYZ("GET", "/readyz", Permission.READ_STATE),
    METRICS("GET", "/metrics", Permission.READ_STATE),
    OPENAPI("GET", "/openapi.json", Permission.READ_STATE),
    LIST_SANDBOXES("GET", "/v1/sandboxes", Permission.READ_SANDBOXES, "after", "limit"),
    GET_SANDBOX("GET", "/v1/sandboxes/{id}", Permission.READ_SANDBOXES),
    GET_DOCUMENTS("GET", "/v1/sandboxes/{id}/documents", Permission.READ_SANDBOXES),
    GET_RECEIPT("GET", "/v1/sandboxes/{id}/receipt", Permission.READ_SANDBOXES),
    GET_TUNNELS("GET", "/v1/sandboxes/{id}/tunnels", Permission.READ_SANDBOXES),
    SANDBOX_HISTORY("GET", "/v1/sandboxes/{id}/history", Permission.READ_SANDBOXES),
    /** The last segment is a generation. */
    GET_PAST_DOCUMENTS("GET", "/v1/sandboxes/{id}/history/{generation}", Permission.READ_SANDBOXES),
    ROLL_BACK_SANDBOX("POST", "/v1/sandboxes/{id}/rollback", Permission.CHANGE_SANDBOXES, "note"),
    PUT_SANDBOX("PUT", "/v1/sandboxes/{id}", Permission.CHANGE_SANDBOXES, "note", "proxy", "rotate"),
    DELETE_SANDBOX("DELETE", "/v1/sandboxes/{id}", Permission.CHANGE_SANDBOXES),
    SET_PHASE("POST", "/v1/sandboxes/{id}/phase", Permission.CHANGE_SANDBOXES),
    LIST_TRIALS("GET", "/v1/trials", Permission.READ_GUARDRAILS),
    GET_CANDIDATE("GET", "/v1/sandboxes/{id}/candidate", Permission.READ_GUARDRAILS),
    PUT_CANDIDATE("PUT", "/v1/sandboxes/{id}/candidate", Permission.CHANGE_GUARDRAILS, "until"),
    REMOVE_CANDIDATE("DELETE", "/v1/sandboxes/{id}/candidate", Permission.CHANGE_GUARDRAILS),
    CANDIDATE_REPORT("GET", "/v1/sandboxes/{id}/candidate/report", Permission.READ_GUARDRAILS),
    PROMOTE_CANDIDATE("POST", "/v1/sandboxes/{id}/candidate/promote", Permission.CHANGE_SANDBOXES, "digest", "note"),
    BEGIN_REPORT_MODE("PUT", "/v1/sandboxes/{id}/report-mode", Permission.CHANGE_GUARDRAILS, "until"),
    END_REPORT_MODE("DELETE", "/v1/sandboxes/{id}/report-mode", Permission.CHANGE_GUARDRAILS),
    GET_SKILLS("GET", "/v1/sandboxes/{id}/skills", Permission.READ_SANDBOXES),
    PUT_SKILLS("PUT", "/v1/sandboxes/{id}/skills", Permission.CHANGE_SANDBOXES),
    REMOVE_SKILLS("DELETE", "/v1/sandboxes/{id}/skills", Permission.CHANGE_SANDBOXES),
    RELOAD_SKILLS("POST", "/v1/sandboxes/{id}/skills/reload", Permission.CHANGE_SANDBOXES),
    ENABLE_SKILL("POST", "/v1/sandboxes/{id}/skills/{skill}/enable", Permission.CHANGE_SANDBOXES),
    DISABLE_SKILL("POST", "/v1/sandboxes/{id}/skills/{skill}/disable", Permission.CHANGE_SANDBOXES),
    CHECK("POST", "/v1/sandboxes/{id}/check", Permission.CHECK),
    EXPLAIN("POST", "/v1/sandboxes/{id}/explain", Permission.EXPLAIN),
    EFFECTIVE("GET", "/v1/sandboxes/{id}/effective", Permission.EXPLAIN),
    SUGGEST("POST", "/v1/sandboxes/{id}/suggest", Permission.EXPLAIN),
    REPLAY("POST", "/v1/sandboxes/{id}/replay", Permission.READ_AUDIT, "limit", "cursor"),
    /** OPA's REST form: the path names the document. */
    DECIDE("POST", "/v1/data/sallyport/decision", Permission.CHECK),
    SANDBOX_METRIC("POST", "/v1/sandboxes/{id}/metrics", Permission.CHANGE_SANDBOXES),
    GET_LEASE("GET", "/v1/leases/{id}", Permission.READ_SANDBOXES),
    PUT_LEASE("PUT", "/v1/leases/{id}", Permission.CHANGE_SANDBOXES),
    REVOKE_LEASE("DELETE", "/v1/leases/{id}", Permission.CHANGE_SANDBOXES),
    ROTATE_LEASE("POST", "/v1/leases/{id}/rotate", Permission.CHANGE_SANDBOXES),
    LEASE_METRIC("POST", "/v1/leases/{id}/metrics", Permission.CHANGE_SANDBOXES),
    LIST_WORKSPACES("GET", "/v1/workspaces", Permission.READ_WORKSPACES),
    GET_WORKSPACE("GET", "/v1/workspaces/{workspace}", Permission.READ_WORKSPACES),
    PUT_WORKSPACE("PUT", "/v1/workspaces/{workspace}", Permission.CHANGE_WORKSPACES, "note"),
    DELETE_WORKSPACE("DELETE", "/v1/workspaces/{workspace}", Permission.CHANGE_WORKSPACES, "note"),
    GET_GUARDRAILS("GET", "/v1/guardrails", Permission.READ_GUARDRAILS, "mode"),
    PUT_GUARDRAILS("PUT", "/v1/guardrails", Permission.CHANGE_GUARDRAILS, "dry_run", "mode", "note"),
    ROLL_BACK_GUARDRAILS("POST", "/v1/guardrails/rollback", Permission.CHANGE_GUARDRAILS, "dry_run", "note"),
    GUARDRAILS_HISTORY("GET", "/v1/guardrails/history", Permission.READ_GUARDRAILS),
    DIFF_GUARDRAILS("GET", "/v1/guardrails/history/diff", Permission.READ_GUARDRAILS, "from", "to"),
    /** The last segment is an epoch or a digest. Stands after {@link #DIFF_GUARDRAILS}, which it covers too. */
    GET_PAST_GUARDRAILS("GET", "/v1/guardrails/history/{version}", Permission.READ_GUARDRAILS),
    REMOVE_GUARDRAILS("DELETE", "/v1/guardrails", Permission.CHANGE_GUARDRAILS, "mode"),
    PROMOTE_GUARDRAILS("POST", "/v1/guardrails/promote", Permission.CHANGE_GUARDRAILS, "digest", "note"),
    GET_REPORT("GET", "/v1/guardrails/report", Permission.READ_GUARDRAILS),
    LIST_APPROVALS("GET", "/v1/approvals", Permission.READ_GUARDRAILS),
    GET_APPROVAL("GET", "/v1/approvals/{change}", Permission.READ_GUARDRAILS),
    APPROVE("POST", "/v1/approvals/{change}", Permission.CHANGE_GUARDRAILS, "note"),
    REMOVE_APPROVAL("DELETE", "/v1/approvals/{change}", Permission.CHANGE_GUARDRAILS, "note"),
    LIST_ASKS("GET", "/v1/ask", Permission.READ_AUDIT),
    WATCH_ASKS("GET", "/v1/ask/stream", Permission.ANSWER_ASKS),
    ANSWER_ASK("POST", "/v1/ask/{ask}", Permission.ANSWER_ASKS),
    GET_RULES("GET", "/v1/rules", Permission.READ_GUARDRAILS),
    GET_PROVIDERS("GET", "/v1/providers", Permission.READ_AUDIT),
    GET_CONFIGURATION("GET", "/v1/configuration", Permission.READ_AUDIT),
    QUERY_AUDIT(
            "GET",
            "/v1/audit",
            Permission.READ_AUDIT,
            "audit_id",
            "limit",
            "sandbox",
            "kind",
            "verdict",
            "reason",
            "host",
            "skill_id",
            "since",
            "run",
            "rule",
            "text",
            "label",
            "from",
            "to",
            "group_by",
            "cursor"),
    AUDIT_KEY("GET", "/v1/audit/key", Permission.READ_AUDIT),
    FOLLOW_AUDIT(
            "GET",
            "/v1/audit/stream",
            Permission.READ_AUDIT,
            "sandbox",
            "kind",
            "verdict",
            "reason",
            "host",
            "skill_id");

    /** Makes {@link #HEALTHZ} include the checks of {@link #READYZ}. */
    static final String VERBOSE = "verbose";

    /** The pattern segment in place of a sandbox's id. */
    private static final String ID = "{id}";

    /** The pattern segment in place of a skill's id. */
    private static final String SKILL = "{skill}";

    private final String method;
    private final String pattern;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> segments;

    private final @Nullable Permission permission;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<String> parameters;

    /** @param permission null if the route needs no token */
    Route(String method, String pattern, @Nullable Permission permission, String... parameters) {
        this.method = method;
        this.pattern = pattern;
        this.segments = List.of(pattern.substring(1).split("/"));
        this.permission = permission;
        this.parameters = Set.of(parameters);
    }

    /** The route of a method and a path. */
    sealed interface Match {}

    record Found(Route route) implements Match {}

    /** @param allow the path's methods, as the header {@code Allow} lists them */
    record OtherMethod(String allow) implements Match {}

    record Nowhere() implements Match {}

    static Match of(String method, List<String> path) {
        Set<Route> there = Arrays.stream(values())
                .filter(route -> route.covers(path))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Route.class)));
        for (Route route : there) {
            if (route.method.equals(method)) {
                return new Found(route);
            }
        }
        return there.isEmpty()
                ? new Nowhere()
                : new OtherMethod(String.join(
                        ", ", there.stream().map(Route::method).collect(Collectors.toCollection(TreeSet::new))));
    }

    private boolean covers(List<String> path) {
        if (path.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (!segments.get(i).startsWith("{") && !segments.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the segment of {@code path} that is this route's id, or null if the route has none. */
    @Nullable
    String idIn(List<String> path) {
        return placed(ID, path);
    }

    /** Returns the segment of {@code path} that is this route's skill, or null if the route has none. */
    @Nullable
    String skillIn(List<String> path) {
        return placed(SKILL, path);
    }

    private @Nullable String placed(String segment, List<String> path) {
        int at = segments.indexOf(segment);
        return at < 0 ? null : path.get(at);
    }

    String method() {
        return method;
    }

    String pattern() {
        return pattern;
    }

    @Nullable
    Permission permission() {
        return permission;
    }

    /** Returns the permission needed with the query parameters {@code asked}, or null if the call needs no token. */
    @Nullable
    Permission permission(Map<String, String> asked) {
        return this == HEALTHZ && asked.containsKey(VERBOSE) ? Permission.READ_STATE : permission;
    }

    Set<String> parameters() {
        return parameters;
    }

    /** Returns whether {@code If-Match} and {@code If-None-Match} are heeded. */
    boolean takesCondition() {
        return switch (this) {
            case GET_SANDBOX,
                    PUT_SANDBOX,
                    GET_WORKSPACE,
                    PUT_WORKSPACE,
                    ROLL_BACK_SANDBOX,
                    GET_GUARDRAILS,
                    PUT_GUARDRAILS,
                    ROLL_BACK_GUARDRAILS,
                    PROMOTE_GUARDRAILS -> true;
            default -> false;
        };
    }

    boolean takesBody() {
        return switch (this) {
            case ROTATE_LEASE,
                    RELOAD_SKILLS,
                    ENABLE_SKILL,
                    DISABLE_SKILL,
                    PROMOTE_GUARDRAILS,
                    PROMOTE_CANDIDATE,
                    BEGIN_REPORT_MODE,
                    APPROVE -> false;
            default -> method.equals("PUT") || method.equals("POST");
        };
    }
}
