package io.sallyport.cli.policy.accesslist;

import io.sallyport.leasebridge.accesslist.AccessListKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Random lists of each product, with what they mean there. Confined to one thread. */
final class RandomLists {
    /** Names that lists are made of, some below others. */
    static final List<String> NAMES = List.of(
            "example.com", "api.example.com", "b.api.example.com", "example.net", "files.example.net", "one.test");

    private final Random random;

    RandomLists(Random random) {
        this.random = random;
    }

    ListMeaning next(AccessListKind kind) {
        return switch (kind) {
            case SMOKESCREEN -> smokescreen();
            case SRT -> srt();
            case IRON_PROXY -> ironProxy();
            case AWF -> awf();
            case SQUID -> squid();
            case PIPELOCK -> pipelock();
        };
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private List<String> entries(int most, String... forms) {
        return Stream.generate(() -> forms[random.nextInt(forms.length)].formatted(name()))
                .limit(random.nextInt(most + 1))
                .toList();
    }

    private static String yaml(List<String> entries) {
        return entries.stream().map(entry -> '"' + entry + '"').collect(Collectors.joining(", ", "[", "]"));
    }

    /** {@code HostMatchesGlob} of acl.go: below, or equal. */
    private static boolean strictlyBelow(String host, String glob) {
        return glob.startsWith("*.") ? ListMeaning.isBelow(host, glob.substring(2)) : host.equals(glob);
    }

    private ListMeaning smokescreen() {
        List<String> own = entries(3, "%s", "*.%s");
        List<String> denied = entries(3, "%s", "*.%s");
        List<String> allowed = entries(3, "%s", "*.%s");
        String document = """
                version: v1
                services: [{name: a, action: enforce, allowed_domains: %s}]
                global_deny_list: %s
                global_allow_list: %s
                """.formatted(yaml(own), yaml(denied), yaml(allowed));
        return new ListMeaning(
                document, hosts((host, _) -> has(own, host) || (!has(denied, host) && has(allowed, host))));
    }

    private static boolean has(List<String> globs, String host) {
        return globs.stream().anyMatch(glob -> strictlyBelow(host, glob));
    }

    /** A product that asks for host and port alone. */
    private static ListMeaning.Product hosts(BiPredicate<String, Integer> allows) {
        return new ListMeaning.Product() {
            @Override
            public boolean passes(String method, String host, int port, String path) {
                return allows.test(host, port);
            }

            @Override
            public boolean opens(String host, int port) {
                return allows.test(host, port);
            }
        };
    }

    /** {@code matchesDomainPatternWithPort}: denied first. */
    private ListMeaning srt() {
        List<String> allowed = entries(4, "%s", "*.%s", "%s:8443", "*.%s:443");
        List<String> denied = new ArrayList<>(entries(2, "%s", "*.%s", "%s:443"));
        if (random.nextInt(3) == 0) {
            denied.add("*:22");
        }
        String document =
                "{\"network\": {\"allowedDomains\": %s, \"deniedDomains\": %s}}".formatted(yaml(allowed), yaml(denied));
        return new ListMeaning(
                document, hosts((host, port) -> !inPorts(denied, host, port) && inPorts(allowed, host, port)));
    }

    private static boolean inPorts(List<String> patterns, String host, int port) {
        return patterns.stream().anyMatch(pattern -> {
            String[] parts = pattern.split(":", -1);
            boolean isPort = parts.length == 1 || Integer.parseInt(parts[1]) == port;
            return isPort && (parts[0].equals("*") || strictlyBelow(host, parts[0]));
        });
    }

    /** {@code MatchGlob} and the paths of {@code Rule.Matches}: a rule that matches allows. */
    private ListMeaning ironProxy() {
        record Rule(String host, List<String> methods, List<String> paths) {
            boolean allows(String method, String asked, String path) {
                boolean isHost =
                        host.startsWith("*.") ? ListMeaning.isAtOrBelow(asked, host.substring(2)) : asked.equals(host);
                return isHost
                        && (methods.isEmpty() || methods.contains(method))
                        && (paths.isEmpty() || paths.stream().anyMatch(glob -> isPath(glob, path)));
            }

            private static boolean isPath(String glob, String path) {
                if (glob.endsWith("/*")) {
                    String prefix = glob.substring(0, glob.length() - 2);
                    return path.equals(prefix) || path.startsWith(prefix + "/");
                }
                return path.matches(glob.replace("*", "[^/]*"));
            }
        }
        List<Rule> rules = new ArrayList<>();
        for (String host : entries(4, "%s", "*.%s")) {
            List<String> methods = List.of(List.<String>of(), List.of("GET"), List.of("GET", "HEAD"), List.of("DELETE"))
                    .get(random.nextInt(4));
            List<String> paths = List.of(List.<String>of(), List.of("/v1/*"), List.of("/v1"), List.of("/*/b"))
                    .get(random.nextInt(4));
            rules.add(new Rule(host, methods, paths));
        }
        String document = rules.stream()
                .map(rule -> "{host: \"%s\", methods: %s, paths: %s}"
                        .formatted(rule.host(), yaml(rule.methods()), yaml(rule.paths())))
                .collect(Collectors.joining(", ", "transforms: [{name: allowlist, config: {rules: [", "]}}]\n"));
        return new ListMeaning(document, new ListMeaning.Product() {
            @Override
            public boolean passes(String method, String host, int port, String path) {
                return rules.stream().anyMatch(rule -> rule.allows(method, host, path));
            }

            @Override
            public boolean opens(String host, int port) {
                return false;
            }

            @Override
            public boolean looksInside() {
                return true;
            }
        });
    }

    /** The squid.conf that access-rules.ts writes, with the ports that domain-patterns.ts says. */
    private ListMeaning awf() {
        List<String> allowed = entries(4, "%s", "*.%s", "https://%s", "http://%s", "api-*.%s");
        List<String> blocked = random.nextBoolean() ? List.of() : entries(2, "%s", "*.%s");
        String document = "network: {allowDomains: %s, blockDomains: %s}\n".formatted(yaml(allowed), yaml(blocked));
        return new ListMeaning(document, new ListMeaning.Product() {
            @Override
            public boolean passes(String method, String host, int port, String path) {
                return isOpen(host, port, "https://", "http://", 80);
            }

            @Override
            public boolean opens(String host, int port) {
                return isOpen(host, port, "http://", "https://", 443);
            }

            private boolean isOpen(String host, int port, String other, String same, int own) {
                return (port == 443 || port == 80)
                        && blocked.stream().noneMatch(entry -> ofAwf(entry, host))
                        && allowed.stream()
                                .filter(entry -> !entry.startsWith(other))
                                .filter(entry -> !entry.startsWith(same) || port == own)
                                .anyMatch(entry -> ofAwf(entry, host));
            }
        });
    }

    private static boolean ofAwf(String entry, String host) {
        String bare = entry.replaceFirst("^https?://", "");
        return bare.contains("*")
                ? host.matches(bare.replace(".", "\\.").replace("*", "[a-zA-Z0-9.-]*"))
                : ListMeaning.isAtOrBelow(host, bare);
    }

    /** {@code matchDomainName}; the first line whose ACLs all match decides. */
    private ListMeaning squid() {
        Map<String, List<String>> domains = Map.of(
                "d1",
                        Stream.concat(Stream.of("one.test"), entries(2, "%s", ".%s").stream())
                                .toList(),
                "d2",
                        Stream.concat(Stream.of(".example.com"), entries(1, "%s").stream())
                                .toList(),
                "d3",
                        Stream.concat(Stream.of("files.example.net"), entries(2, ".%s").stream())
                                .toList());
        record Line(boolean allows, List<String> acls) {}
        List<String> words = List.of("d1", "d2", "d3", "!d1", "tls", "!tls", "CONNECT", "!CONNECT", "read", "!read");
        List<Line> lines = new ArrayList<>();
        for (int i = random.nextInt(5) + 1; i > 0; i--) {
            List<String> acls = Stream.generate(() -> words.get(random.nextInt(words.size())))
                    .limit(random.nextInt(2) + 1)
                    .toList();
            lines.add(new Line(random.nextInt(3) > 0, acls));
        }
        lines.add(new Line(false, List.of("all")));
        var document =
                new StringBuilder("acl tls port 443 8443\nacl CONNECT method CONNECT\nacl read method GET HEAD\n");
        domains.forEach(
                (name, values) -> document.append("acl " + name + " dstdomain " + String.join(" ", values) + "\n"));
        lines.forEach(line -> document.append(
                "http_access " + (line.allows() ? "allow " : "deny ") + String.join(" ", line.acls()) + "\n"));
        return new ListMeaning(document.toString(), new ListMeaning.Product() {
            @Override
            public boolean passes(String method, String host, int port, String path) {
                return lines.stream()
                        .filter(line -> line.acls().stream().allMatch(acl -> matches(acl, method, host, port)))
                        .findFirst()
                        .orElseThrow()
                        .allows();
            }

            @Override
            public boolean opens(String host, int port) {
                return passes("CONNECT", host, port, "");
            }

            private boolean matches(String acl, String method, String host, int port) {
                if (acl.startsWith("!")) {
                    return !matches(acl.substring(1), method, host, port);
                }
                return switch (acl) {
                    case "all" -> true;
                    case "tls" -> port == 443 || port == 8443;
                    case "CONNECT" -> method.equals("CONNECT");
                    case "read" -> method.equals("GET") || method.equals("HEAD");
                    default ->
                        domains.getOrDefault(acl, List.of()).stream()
                                .anyMatch(value -> value.startsWith(".")
                                        ? ListMeaning.isAtOrBelow(host, value.substring(1))
                                        : host.equals(value));
                };
            }
        });
    }

    /** The specification, and for denials Pipelock's own {@code MatchDomain}, which takes the apex. */
    private ListMeaning pipelock() {
        record Rule(boolean allows, List<String> domains) {
            boolean matches(String host) {
                return domains.stream().anyMatch(domain -> {
                    String name = domain.replace("*.", "");
                    return strictlyBelow(host, domain) || (!allows && host.equals(name));
                });
            }
        }
        List<Rule> rules = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            rules.add(new Rule(random.nextBoolean(), entries(2, "%s", "*.%s")));
        }
        String document = rules.stream()
                .map(rule -> "    - {name: a, domains: %s, action: %s}\n"
                        .formatted(yaml(rule.domains()), rule.allows() ? "allow" : "deny"))
                .collect(Collectors.joining("", "policy_version: \"0.1\"\negress:\n  default: deny\n  rules:\n", ""));
        return new ListMeaning(
                document,
                hosts((host, _) -> rules.stream()
                        .filter(rule -> rule.matches(host))
                        .findFirst()
                        .map(Rule::allows)
                        .orElse(false)));
    }
}
