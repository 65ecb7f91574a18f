package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.MembersBuilder;
import io.sallyport.documents.Place;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a service of Agent Vault applies. A service without a port applies to every port there, and to 443 here.
 *
 * @param host a name, or {@code *.NAME}
 * @param port null if none is named
 * @param path a glob; empty for every path
 */
record AgentVaultService(
        Place place,
        String name,
        String host,
        @Nullable Integer port,
        String path,
        boolean enabled,
        Members auth,
        List<DocumentNode> substitutions) {
    private static final int HTTPS = 443;

    static @Nullable AgentVaultService read(DocumentNode node, Findings findings) {
        AgentVaultShape.SERVICE.check(node, "service", findings);
        Map<String, Member> fields = Fields.members(node);
        Scalar written = Fields.scalar(fields, "host");
        Member auth = fields.get("auth");
        if (findings.hasErrors() || written == null || auth == null || !(auth.value() instanceof Members given)) {
            return null;
        }
        String host = written.text().toLowerCase(Locale.ROOT);
        String path = Fields.text(fields, "path");
        int slash = written.text().indexOf('/');
        if (slash > 0 && path.isEmpty()) {
            path = written.text().substring(slash);
            host = host.substring(0, slash);
        }
        Scalar portField = Fields.scalar(fields, "port");
        Integer port = portField == null ? null : portField.number();
        int colon = host.lastIndexOf(':');
        if (colon > 0 && port == null) {
            port = port(host.substring(colon + 1));
            host = port == null ? host : host.substring(0, colon);
        }
        checkHost(written, host, findings);
        checkPath(written.place(), path, findings);
        Scalar enabled = Fields.scalar(fields, "enabled");
        String name = Fields.text(fields, "name");
        return new AgentVaultService(
                node.place(),
                name.isEmpty() ? slug(host, path) : name,
                host,
                port,
                path,
                enabled == null || Boolean.TRUE.equals(enabled.truth()),
                given,
                Fields.items(fields, "substitutions"));
    }

    private static @Nullable Integer port(String text) {
        return text.matches("[1-9][0-9]{0,4}") && Integer.parseInt(text) <= 65_535 ? Integer.valueOf(text) : null;
    }

    private static void checkHost(Scalar written, String host, Findings findings) {
        String name = host.startsWith("*.") ? host.substring(2) : host;
        if (!name.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?")) {
            findings.error(written.place(), DiagnosticCode.BAD_HOST, "host: a name, or *.NAME, is wanted", null);
        }
    }

    private static void checkPath(Place place, String path, Findings findings) {
        boolean valid = path.isEmpty()
                || (path.startsWith("/")
                        && path.length() <= 256
                        && !path.contains("**")
                        && path.chars().allMatch(c -> c > ' ' && c != 0x7f && "?#[]\\|<>\"".indexOf(c) < 0));
        if (!valid) {
            findings.error(place, DiagnosticCode.BAD_PATH, "path: a path with single stars is wanted", null);
        }
    }

    private static String slug(String host, String path) {
        String literal = host.replaceFirst("^\\*\\.", "") + AgentVaultGlobs.literal(path);
        return literal.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** Returns the endpoints that its credentials are bound to; of no use after reporting an error. */
    List<String> bound(Findings findings) {
        String exactHost = Equivalent.of(host, AgentVaultGlobs.host(host), "", place, findings);
        String exactPath = Equivalent.of(path, AgentVaultGlobs.path(path), "", place, findings);
        return List.of(BoundTarget.text(exactHost, portHere(), exactPath));
    }

    /** Returns the endpoint of a network policy. */
    Members ofPolicy() {
        var endpoint = new MembersBuilder(place).text("host", host).number("port", portHere());
        if (!path.isEmpty()) {
            endpoint.text("path", AgentVaultGlobs.ofPolicy(path));
        }
        return endpoint.text("protocol", "rest").text("access", "full").build();
    }

    private int portHere() {
        return port == null ? HTTPS : port;
    }

    /** Whether some request may be meant by both, and Agent Vault takes {@code other} for it. */
    boolean mayLoseTo(AgentVaultService other, boolean otherIsFirst) {
        return portHere() == other.portHere()
                && hostsOverlap(other)
                && AgentVaultGlobs.mayOverlap(path, other.path)
                && isBefore(other, otherIsFirst);
    }

    private boolean hostsOverlap(AgentVaultService other) {
        boolean wide = host.startsWith("*.");
        boolean otherWide = other.host.startsWith("*.");
        if (wide == otherWide) {
            return host.equals(other.host);
        }
        return wide ? isIn(other.host, host) : isIn(host, other.host);
    }

    private static boolean isIn(String name, String wide) {
        return name.indexOf('.') >= 0 && name.substring(name.indexOf('.')).equals(wide.substring(1));
    }

    /** An exact host comes first, then a named port, the longer literal path, and the order of the document. */
    private boolean isBefore(AgentVaultService other, boolean otherIsFirst) {
        int byHost = Boolean.compare(host.startsWith("*."), other.host.startsWith("*."));
        int byPort = byHost != 0 ? byHost : Boolean.compare(port == null, other.port == null);
        int byPath = byPort != 0
                ? byPort
                : Integer.compare(
                        AgentVaultGlobs.literal(other.path).length(),
                        AgentVaultGlobs.literal(path).length());
        return byPath > 0 || (byPath == 0 && otherIsFirst);
    }
}
