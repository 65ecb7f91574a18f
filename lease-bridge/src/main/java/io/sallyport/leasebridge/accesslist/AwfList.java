package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads domains of GitHub's agent firewall. A domain is that name and every name below it; {@code *.NAME} every name
 * below alone; another star is any run of letters, digits, hyphens and dots. {@code http://} is plain HTTP, {@code
 * https://} tunnels alone. Ports are 80 and 443. What is blocked is blocked first, and addresses are allowed before.
 */
record AwfList(AccessListSettings settings, ImportFindings findings) {
    private static final String BELOW = "*.";
    private static final Pattern ONE_STAR_IN_FIRST_LABEL = Pattern.compile("[^*.]*\\*[^*.]*\\.[^*]+\\.[^*]+");
    private static final AccessCondition TUNNELS = new AccessCondition.Methods(Set.of(AccessTarget.TUNNEL));
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    AccessGrants read(String text) {
        AwfDomains domains = AwfDomains.read(text, findings);
        List<AccessRule> addresses = new ArrayList<>();
        List<AccessRule> allowed = new ArrayList<>();
        List<Scalar> globs = new ArrayList<>();
        for (Scalar entry : domains.allowed()) {
            if (ONE_STAR_IN_FIRST_LABEL.matcher(bare(entry.text())).matches() && !isBelow(entry)) {
                globs.add(entry);
            } else {
                List<HostSet> hosts = findings.meant(hosts(entry.text()), entry.text(), entry.place(), true);
                if (hosts != null) {
                    (isAddress(hosts) ? addresses : allowed)
                            .add(new AccessRule(entry.place(), true, conditions(entry.text(), hosts)));
                }
            }
        }
        List<AccessRule> rules = new ArrayList<>(addresses);
        domains.blocked().forEach(entry -> block(rules, entry));
        rules.addAll(allowed);
        AccessGrants grants = CellPlan.of(new AccessRules(rules), settings, findings);
        List<ReachedHost> reaches = new ArrayList<>(grants.reaches());
        globs.forEach(glob -> addGlob(reaches, glob, !domains.blocked().isEmpty()));
        return new AccessGrants(reaches, grants.denied(), false);
    }

    private static boolean isBelow(Scalar entry) {
        return bare(entry.text()).startsWith(BELOW);
    }

    private static boolean isAddress(List<HostSet> hosts) {
        return hosts.getFirst() instanceof HostSet.One(CanonicalHost host) && host.isAddress();
    }

    private void block(List<AccessRule> rules, Scalar entry) {
        List<HostSet> hosts = findings.meant(hosts(entry.text()), entry.text(), entry.place(), false);
        if (hosts != null) {
            AccessCondition condition = new AccessCondition.Hosts(new HostUnion(hosts), false);
            rules.add(AccessRule.deny(entry.place(), condition));
        }
    }

    /** Returns an entry without protocol and the slash at its end. */
    private static String bare(String written) {
        String host = written.replaceFirst("^https?://", "");
        return host.endsWith("/") ? host.substring(0, host.length() - 1) : host;
    }

    private static Parsed<List<HostSet>> hosts(String written) {
        String host = bare(written);
        if (host.startsWith(BELOW)) {
            return HostSet.below(host.substring(BELOW.length())).map(List::of);
        }
        String name = host.startsWith(".") ? host.substring(1) : host;
        return switch (HostSet.host(name)) {
            case Parsed.Rejected(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted(CanonicalHost one)
            when one.isAddress() -> new Parsed.Accepted<>(List.of(new HostSet.One(one)));
            case Parsed.Accepted(CanonicalHost one) ->
                new Parsed.Accepted<>(List.of(new HostSet.One(one), new HostSet.Below(one.text())));
        };
    }

    private static List<AccessCondition> conditions(String written, List<HostSet> hosts) {
        List<AccessCondition> conditions = new ArrayList<>();
        conditions.add(new AccessCondition.Hosts(new HostUnion(hosts), false));
        if (written.startsWith("http://")) {
            conditions.add(new AccessCondition.Not(TUNNELS));
            conditions.add(new AccessCondition.Ports(List.of(PortRange.of(HTTP))));
        } else if (written.startsWith("https://")) {
            conditions.add(TUNNELS);
            conditions.add(new AccessCondition.Ports(List.of(PortRange.of(HTTPS))));
        } else {
            conditions.add(new AccessCondition.Ports(List.of(PortRange.of(HTTP), PortRange.of(HTTPS))));
        }
        return conditions;
    }

    /** A star as a part of the first label stays in it here. */
    private void addGlob(List<ReachedHost> reaches, Scalar entry, boolean hasDenials) {
        String host = findings.meant(glob(entry.text(), hasDenials), entry.text(), entry.place(), true);
        if (host == null) {
            return;
        }
        boolean plain = !entry.text().startsWith("https://");
        boolean tunnel = !entry.text().startsWith("http://");
        List<Integer> ports = settings.ports().stream()
                .filter(port -> port == HTTPS ? tunnel : port == HTTP && plain)
                .toList();
        CellAccess access = new CellAccess(tunnel, plain ? MethodSet.ALL : MethodSet.NONE);
        GrantForm.Carried carried = ports.isEmpty()
                ? GrantForm.Carried.nothing("none of the ports")
                : GrantForm.of(settings.form())
                        .carried(new ReachedHost(entry.place(), host, ports, access, List.of()), false);
        String shown = entry.text() + ": ";
        if (carried.reach() == null) {
            findings.leaveOut(entry.place(), DiagnosticCode.NOT_EXACT, shown + carried.why());
        } else {
            reaches.add(carried.reach());
            findings.narrow(entry.place(), shown + "the star stays in its label");
        }
    }

    private static Parsed<String> glob(String written, boolean hasDenials) {
        String host = bare(written).toLowerCase(Locale.ROOT);
        if (hasDenials) {
            return new Parsed.Rejected<>("a star in a label beside blocked domains");
        }
        return HostSet.host(host.replace('*', 'a')).map(_ -> host);
    }
}
