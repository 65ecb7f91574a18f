package io.sallyport.leasebridge.accesslist;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.accesslist.SquidLine.Word;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * An ACL of Squid, which several lines can add values to. {@code .NAME} of a {@code dstdomain} is {@code NAME} and
 * every name below it, {@code NAME} that name alone. Confined to one import.
 */
final class SquidAcl {
    /** Types about the client, which a sandbox may be or not. */
    static final Set<String> OF_CLIENTS = Set.of(
            "src",
            "srcdomain",
            "srcdom_regex",
            "src_as",
            "myip",
            "localip",
            "localport",
            "myport",
            "arp",
            "proxy_auth");

    private static final Set<String> EVERY_ADDRESS = Set.of("all", "0.0.0.0/0", "0.0.0.0/0.0.0.0", "::/0", "0/0");

    private final String type;
    private final List<HostSet> hosts = new ArrayList<>();
    private final List<PortRange> ports = new ArrayList<>();
    private final Set<String> methods = new TreeSet<>();
    private final List<Cidr> open = new ArrayList<>();
    private boolean looksUp = true;
    private boolean isEvery;
    private String unknown = "";

    SquidAcl(String type) {
        this.type = type;
    }

    String type() {
        return type;
    }

    /** Adds values; what cannot be read makes the whole ACL unknown. */
    void add(List<Word> values, ImportFindings findings) {
        for (Word value : values) {
            if (value.isFile()) {
                findings.refuse(value.place(), DiagnosticCode.NOT_OPENED, "the values of an ACL in another file", null);
            } else if (value.text().equals("-n") && type.equals("dstdomain")) {
                looksUp = false;
            } else if (!value.text().equals("--")) {
                add(value, findings);
            }
        }
    }

    private void add(Word value, ImportFindings findings) {
        switch (type) {
            case "dstdomain" -> addDomain(value);
            case "port" -> addPort(value);
            case "method" -> addMethod(value);
            case "proto" -> methods.add(value.text().toUpperCase(Locale.ROOT));
            case "dst" -> addAddress(value, findings);
            case "src" -> isEvery |= EVERY_ADDRESS.contains(value.text());
            default -> unknown = type;
        }
    }

    private void addDomain(Word value) {
        String name = value.text();
        boolean isTree = name.startsWith(".");
        String bare = isTree ? name.substring(1) : name;
        switch (HostSet.host(bare)) {
            case Parsed.Accepted(var host) -> {
                hosts.add(new HostSet.One(host));
                if (isTree && !host.isAddress()) {
                    hosts.add(new HostSet.Below(host.text()));
                }
            }
            case Parsed.Rejected(String why, int _) -> unknown = Findings.quote(name) + ": " + why;
        }
    }

    /** Methods are compared as they are written. */
    private void addMethod(Word value) {
        if (value.text().matches("[A-Z-]{1,32}")) {
            methods.add(value.text());
        } else {
            unknown = Findings.quote(value.text()) + " is no method of a client";
        }
    }

    private void addPort(Word value) {
        PortRange range = PortRange.read(value.text());
        if (range == null) {
            unknown = Findings.quote(value.text()) + " is no port";
        } else {
            ports.add(range);
        }
    }

    private void addAddress(Word value, ImportFindings findings) {
        switch (Cidr.parse(value.text())) {
            case Parsed.Accepted(Cidr block) -> {
                hosts.add(new HostSet.Block(block));
                if (HostSet.isSpecial(block)) {
                    CidrRule.isCarried(block, value.place(), false, findings);
                } else {
                    open.add(block);
                }
            }
            case Parsed.Rejected(String why, int _) -> unknown = Findings.quote(value.text()) + ": " + why;
        }
    }

    /** Tells of addresses that only the name's own server says, where a line of {@code http_access} asks for them. */
    void tellOfAddresses(Place place, boolean allows, ImportFindings findings) {
        open.forEach(block -> CidrRule.isCarried(block, place, allows, findings));
    }

    AccessCondition condition() {
        if (!unknown.isEmpty()) {
            return new AccessCondition.Unknown(unknown);
        }
        return switch (type) {
            case "dstdomain" -> new AccessCondition.Hosts(new HostUnion(hosts), looksUp);
            case "dst" -> new AccessCondition.Hosts(new HostUnion(hosts), false);
            case "port" -> new AccessCondition.Ports(ports);
            case "method" -> new AccessCondition.Methods(methods);
            case "proto" -> new AccessCondition.PlainHttp(methods.contains("HTTP"));
            case "src" -> isEvery ? AccessCondition.Hosts.of(new HostSet.Every()) : new AccessCondition.Unknown(type);
            default -> new AccessCondition.Unknown(type);
        };
    }
}
