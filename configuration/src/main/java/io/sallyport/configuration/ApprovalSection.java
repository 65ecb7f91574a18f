package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code approvals}. */
final class ApprovalSection {
    private static final int MOST_PENDING = 100;
    private static final int MOST_OF_SANDBOXES = 1_000;

    private static final Keys APPROVALS = new Keys("approvals");
    private static final Key<Integer> GUARDRAILS = APPROVALS.value(
            "guardrails",
            Form.number(1, 2),
            1,
            "How many people a change of the guardrails by the API needs: its author, or another person too"
                    + " ([guardrails](guardrails.md#two-people-for-a-change)).");
    private static final Key<Integer> WORKSPACES = APPROVALS.value(
            "workspaces",
            Form.number(1, 2),
            1,
            "The same of a change of a workspace, or its removal ([workspaces](layers.md#two-people-for-a-change)).");
    private static final Key<Integer> SANDBOXES = APPROVALS.value(
            "sandboxes",
            Form.number(1, 2),
            1,
            "The same of a PUT, rollback or promotion of a sandbox, whoever makes it"
                    + " ([control API](control-api.md#two-people-for-a-sandbox)).");
    private static final Key<Duration> EXPIRY =
            APPROVALS.value("expiry", Form.DURATION, Duration.ofHours(24), "How long a change waits for approval.");
    private static final Key<Integer> MAX_PENDING = APPROVALS.value(
            "max_pending", Form.number(1, MOST_PENDING), 20, "Changes of guardrails and workspaces that wait at once.");
    private static final Key<Integer> MAX_PENDING_SANDBOXES = APPROVALS.value(
            "max_pending_sandboxes",
            Form.number(1, MOST_OF_SANDBOXES),
            100,
            "Changes of sandboxes that wait at once. They take no room from others: runners propose them too.");
    private static final Key<Integer> MAX_PER_SANDBOX = APPROVALS.value(
            "max_per_sandbox", Form.number(1, MOST_PENDING), 3, "Changes of one sandbox that wait at once.");

    private ApprovalSection() {}

    static List<Keys> keys() {
        return List.of(APPROVALS);
    }

    /** Refuses approvals that could be passed by, or that nobody could give. */
    static Config.Approvals read(Section top, Config.Admin admin) throws ConfigException {
        Section section = top.section("approvals");
        var read = new Config.Approvals(
                section.read(GUARDRAILS) > 1,
                section.read(WORKSPACES) > 1,
                section.read(SANDBOXES) > 1,
                section.read(EXPIRY),
                section.read(MAX_PENDING),
                section.read(MAX_PENDING_SANDBOXES),
                section.read(MAX_PER_SANDBOX));
        section.end();
        if (read.guardrails() && (top.has(GatewayKeys.GUARDRAILS) || top.has("bundles") || top.has("discovery"))) {
            throw section.place("guardrails")
                    .error("approvals.guardrails: 2 is for changes by the API, and `guardrails` or `bundles` names a"
                            + " folder or a bundle, which is then the only source (expected: one of the two)");
        }
        if (read.sandboxes() && top.has("arcp")) {
            throw section.place("sandboxes")
                    .error("approvals.sandboxes: 2 refuses leases, which jobs of the runtime that `arcp` names need"
                            + " (expected: one of the two; workspaces: 2 bounds what its jobs may)");
        }
        OidcSettings oidc = admin.oidc();
        if (oidc == null || !oidc.changesGuardrails()) { // else how many people that are, the provider knows
            requireTwo(section, "guardrails", read.guardrails(), names(admin, Set.of("security")));
            requireTwo(section, "workspaces", read.workspaces(), names(admin, Set.of("security")));
            requireTwo(section, "sandboxes", read.sandboxes(), names(admin, Set.of("security", "runner")));
        }
        return read;
    }

    private static void requireTwo(Section section, String key, boolean isAsked, Set<Path> names)
            throws ConfigException {
        if (isAsked && names.size() < 2) {
            throw section.place(key)
                    .error("approvals." + key + ": only one person could change " + key + " (expected: a token of the"
                            + " role security in admin.roles, in a file of another name than the operator's)");
        }
    }

    /** Returns the names of the tokens of the operator and of {@code roles}. */
    private static Set<Path> names(Config.Admin admin, Set<String> roles) {
        var names = new HashSet<Path>();
        names.add(admin.tokenFile().getFileName());
        for (Map.Entry<Path, String> role : admin.roles().entrySet()) {
            if (roles.contains(role.getValue())) {
                names.add(role.getKey().getFileName());
            }
        }
        return names;
    }
}
