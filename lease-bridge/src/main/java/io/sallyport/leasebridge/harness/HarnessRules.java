package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.Findings;
import io.sallyport.leasebridge.yaml.Fields;
import io.sallyport.leasebridge.yaml.YamlNode;
import io.sallyport.model.FilePath;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold between the fields of a harness, and inside their texts (specs: fetch, sections 4 and 12). */
final class HarnessRules {
    private static final Pattern ROLE = Pattern.compile("(?!.*--)[a-z][a-z0-9_-]*");
    private static final Pattern AGENT_NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Set<String> RESERVED = Set.of("FULLSEND_FETCH_URL", "FULLSEND_FETCH_TOKEN");

    private final Map<String, YamlNode.Member> harness;
    private final List<AllowlistEntry> entries;
    private final Findings findings;

    HarnessRules(Map<String, YamlNode.Member> harness, List<AllowlistEntry> entries, Findings findings) {
        this.harness = harness;
        this.entries = entries;
        this.findings = findings;
    }

    void check() {
        checkNames();
        checkFetch();
        checkUnopened();
        checkPart(harness);
        Fields.members(harness, "forge").values().forEach(platform -> checkPart(Fields.members(platform.value())));
    }

    private void checkNames() {
        YamlNode.Scalar role = Fields.scalar(harness, "role");
        if (role != null && !ROLE.matcher(role.text()).matches()) {
            error(role, "BAD_VALUE", "role: lower-case letters, digits, _ and - are wanted, a letter first and no --");
        }
        YamlNode.Scalar agent = Fields.scalar(harness, "agent");
        if (agent != null) {
            checkSource(agent, "agent");
            String path = agent.text().split("#", 2)[0];
            String name = path.substring(path.lastIndexOf('/') + 1);
            String stem = name.endsWith(".md") ? name.substring(0, name.length() - 3) : name;
            if (!AGENT_NAME.matcher(stem).matches()) {
                error(agent, "BAD_VALUE", "agent: the file name is letters, digits, _ and -, then .md");
            }
        }
    }

    private void checkFetch() {
        boolean opted = Fields.isTrue(harness, "allow_runtime_fetch");
        YamlNode.Member optIn = harness.get("allow_runtime_fetch");
        if (opted && entries.isEmpty() && optIn != null) {
            String message = "allow_runtime_fetch: nothing stands in allowed_remote_resources";
            findings.error(optIn.keyPlace(), "NO_ALLOWLIST", message, null);
        }
        YamlNode.Member most = harness.get("max_runtime_fetches");
        if (!opted && most != null && Fields.scalar(harness, "max_runtime_fetches") != null) {
            String message = "max_runtime_fetches: allow_runtime_fetch is not true";
            findings.error(most.keyPlace(), "NO_OPT_IN", message, null);
        }
    }

    /** What would change what is granted or denied, and is not here. */
    private void checkUnopened() {
        refuseUnopened(Fields.scalar(harness, "base"), "UNRESOLVED_BASE", "base: give the merged harness");
        refuseUnopened(Fields.scalar(harness, "policy"), "NOT_OPENED", "policy: give it with the harness");
        Fields.members(harness, "forge").values().forEach(platform -> {
            Map<String, YamlNode.Member> part = Fields.members(platform.value());
            refuseUnopened(Fields.scalar(part, "policy"), "NOT_OPENED", "policy: give it with the harness");
        });
    }

    private void refuseUnopened(YamlNode.@Nullable Scalar scalar, String code, String message) {
        if (scalar != null) {
            checkSource(scalar, "it");
            error(scalar, code, message + ", nothing that it names is opened here");
        }
    }

    private void checkPart(Map<String, YamlNode.Member> part) {
        checkSkills(part);
        Fields.texts(part, "plugins").forEach(plugin -> checkDirectory(plugin, "plugins"));
        Fields.texts(part, "providers").forEach(provider -> checkProvider(provider, "providers"));
        Fields.texts(Fields.members(part, "openshell"), "profiles")
                .forEach(profile -> checkProvider(profile, "openshell.profiles"));
        checkLocalFiles(part);
        checkServers(part);
        checkEnvironment(part);
    }

    private void checkSkills(Map<String, YamlNode.Member> part) {
        Fields.texts(part, "skills").forEach(skill -> checkDirectory(skill, "skills"));
        for (YamlNode item : Fields.items(part, "skills")) {
            Fields.members(item).forEach((skill, member) -> {
                checkDirectory(new YamlNode.Scalar(skill, true, member.keyPlace()), "skills");
                Fields.members(member.value()).forEach((file, replacement) -> {
                    checkLocal(new YamlNode.Scalar(file, true, replacement.keyPlace()), "skills");
                    if (replacement.value() instanceof YamlNode.Scalar path && !path.isNull()) {
                        checkLocal(path, "skills");
                    }
                });
            });
            if (item instanceof YamlNode.Members(var members, var place) && members.size() != 1) {
                findings.error(place, "BAD_VALUE", "skills: a mapping has one key, the skill", null);
            }
        }
    }

    private void checkLocalFiles(Map<String, YamlNode.Member> part) {
        for (String key : List.of("pre_script", "post_script", "agent_input")) {
            checkLocal(Fields.scalar(part, key), key);
        }
        Map<String, YamlNode.Member> loop = Fields.members(part, "validation_loop");
        checkLocal(Fields.scalar(loop, "script"), "validation_loop.script");
        checkLocal(Fields.scalar(loop, "schema"), "validation_loop.schema");
        for (YamlNode file : Fields.items(part, "host_files")) {
            checkLocal(Fields.scalar(Fields.members(file), "src"), "host_files.src");
        }
    }

    private void checkServers(Map<String, YamlNode.Member> part) {
        Set<String> seen = new HashSet<>();
        for (YamlNode server : Fields.items(part, "api_servers")) {
            Map<String, YamlNode.Member> fields = Fields.members(server);
            checkLocal(Fields.scalar(fields, "script"), "api_servers.script");
            checkReserved(Fields.members(fields, "env"), "api_servers.env");
            YamlNode.Scalar name = Fields.scalar(fields, "name");
            YamlNode.Scalar port = Fields.scalar(fields, "port");
            if (name != null && !seen.add("name " + name.text())) {
                error(name, "DUPLICATE_MEMBER", "api_servers: the name stands here twice");
            }
            if (port != null && !Integer.valueOf(0).equals(port.number()) && !seen.add("port " + port.number())) {
                error(port, "DUPLICATE_MEMBER", "api_servers: the port stands here twice");
            }
        }
    }

    private void checkEnvironment(Map<String, YamlNode.Member> part) {
        Map<String, YamlNode.Member> env = Fields.members(part, "env");
        checkReserved(Fields.members(env, "sandbox"), "env.sandbox");
        YamlNode.Member old = part.get("runner_env");
        if (old != null) {
            findings.warning(old.keyPlace(), "DEPRECATED", "runner_env: write env.runner", null);
        }
    }

    private void checkReserved(Map<String, YamlNode.Member> variables, String where) {
        variables.forEach((name, member) -> {
            if (RESERVED.contains(name)) {
                findings.error(
                        member.keyPlace(), "RESERVED_NAME", where + ": " + name + " is set by the gateway", null);
            }
            if (member.value() instanceof YamlNode.Scalar value && value.text().contains("${")) {
                String message = where + "." + Findings.quote(name) + ": nothing is expanded here";
                findings.warning(value.place(), "NOT_EXPANDED", message, null);
            }
        });
    }

    /** A skill or plugin: a path here, or a pinned directory on a forge that the harness' own allowlist covers. */
    private void checkDirectory(YamlNode.Scalar text, String where) {
        if (!PinnedUrl.isUrl(text.text())) {
            checkLocal(text, where);
            return;
        }
        PinnedUrl pinned = PinnedUrl.parse(text.text());
        String fault = pinned == null ? PinnedUrl.fault(text.text()) : pinned.directoryFault();
        if (fault != null) {
            error(text, "BAD_URL", where + ": " + fault);
        } else if (pinned != null && entries.stream().noneMatch(entry -> entry.covers(pinned.url()))) {
            error(text, "NOT_ALLOWED", where + ": the URL is not under allowed_remote_resources");
        }
    }

    private void checkProvider(YamlNode.Scalar text, String where) {
        if (PinnedUrl.isUrl(text.text()) || text.text().indexOf('/') >= 0) {
            checkSource(text, where);
            error(text, "NOT_OPENED", where + ": give it with the harness, nothing that it names is opened here");
        } else {
            findings.warning(text.place(), "NOT_ASKED_FOR", where + ": nothing reads this yet", null);
        }
    }

    private void checkSource(YamlNode.Scalar text, String where) {
        String fault = PinnedUrl.isUrl(text.text()) ? PinnedUrl.fault(text.text()) : null;
        if (fault != null) {
            error(text, "BAD_URL", where + ": " + fault);
        } else if (!PinnedUrl.isUrl(text.text())) {
            checkLocal(text, where);
        }
    }

    private void checkLocal(YamlNode.@Nullable Scalar text, String where) {
        if (text == null) {
            return;
        }
        if (PinnedUrl.isUrl(text.text())) {
            error(text, "BAD_URL", where + ": a local path is wanted, not a URL");
        } else if (FilePath.parse(text.text()) instanceof FilePath.Rejected(var why, var _)) {
            error(text, "BAD_PATH", where + ": " + why);
        }
    }

    private void error(YamlNode.Scalar at, String code, String message) {
        findings.error(at.place(), code, message + ": " + Findings.quote(at.text()), null);
    }
}
