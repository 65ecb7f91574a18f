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
    private static final Key<Duration> EXPIRY =
            APPROVALS.value("expiry", Form.DURATION, Duration.ofHours(24), "How long a change waits for approval.");
    private static final Key<Integer> MAX_PENDING =
            APPROVALS.value("max_pending", Form.number(1, MOST_PENDING), 20, "Changes that wait at once.");

    private ApprovalSection() {}

    static List<Keys> keys() {
        return List.of(APPROVALS);
    }

    /** Refuses approvals that could be passed by, or that nobody could give. */
    static Config.Approvals read(Section top, Config.Admin admin) throws ConfigException {
        Section section = top.section("approvals");
        int people = Math.max(section.read(GUARDRAILS), section.read(WORKSPACES));
        var read = new Config.Approvals(
                section.read(GUARDRAILS) > 1,
                section.read(WORKSPACES) > 1,
                section.read(EXPIRY),
                section.read(MAX_PENDING));
        section.end();
        if (read.guardrails() && (top.has(GatewayKeys.GUARDRAILS) || top.has("bundles") || top.has("discovery"))) {
            throw section.place("guardrails")
                    .error("approvals.guardrails: 2 is for changes by the API, and `guardrails` or `bundles` names a"
                            + " folder or a bundle, which is then the only source (expected: one of the two)");
        }
        OidcSettings oidc = admin.oidc();
        boolean isOpen = oidc != null && oidc.changesGuardrails(); // how many people that are, the provider knows
        if (!isOpen && names(admin).size() < people) {
            String key = read.guardrails() ? "guardrails" : "workspaces";
            throw section.place(key)
                    .error("approvals." + key + ": only one person could change " + key + " (expected: a token of the"
                            + " role security in admin.roles, in a file of another name than the operator's)");
        }
        return read;
    }

    /** Returns the names of the tokens that may change guardrails and workspaces. */
    private static Set<Path> names(Config.Admin admin) {
        var names = new HashSet<Path>();
        names.add(admin.tokenFile().getFileName());
        for (Map.Entry<Path, String> role : admin.roles().entrySet()) {
            if (role.getValue().equals("security")) {
                names.add(role.getKey().getFileName());
            }
        }
        return names;
    }
}
