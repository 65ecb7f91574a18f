package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the texts of one document, whatever it inherits (specs: fetch, section 12). */
record LayerRules(Mapping harness, Forges forges, Findings findings) {
    private static final Pattern ROLE = Pattern.compile("(?!.*--)[a-z][a-z0-9_-]*");
    private static final Pattern AGENT_NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Set<String> RESERVED = Set.of("FULLSEND_FETCH_URL", "FULLSEND_FETCH_TOKEN");

    void check() {
        checkPart(harness);
        harness.mapping("forge").members().values().forEach(part -> {
            if (part instanceof Mapping fields) {
                checkPart(fields);
            }
        });
    }

    private void checkPart(Mapping part) {
        checkRole(part.text("role"));
        checkAgent(part.text("agent"));
        checkSource(part.text("policy"), "policy");
        checkSkills(part);
        part.texts("plugins").forEach(plugin -> checkDirectory(plugin, "plugins"));
        part.texts("providers").forEach(provider -> checkSource(provider, "providers"));
        part.mapping("openshell").texts("profiles").forEach(profile -> checkSource(profile, "openshell.profiles"));
        checkLocalFiles(part);
        checkServers(part);
        checkEnvironment(part);
    }

    private void checkRole(@Nullable Text role) {
        if (role != null && !ROLE.matcher(role.text()).matches()) {
            error(
                    role,
                    DiagnosticCode.BAD_VALUE,
                    "role: lower-case letters, digits, _ and - are wanted, a letter first and no --");
        }
    }

    private void checkAgent(@Nullable Text agent) {
        if (agent == null) {
            return;
        }
        checkSource(agent, "agent");
        String path = agent.text().split("#", 2)[0];
        String name = path.substring(path.lastIndexOf('/') + 1);
        String stem = name.endsWith(".md") ? name.substring(0, name.length() - 3) : name;
        if (!AGENT_NAME.matcher(stem).matches()) {
            error(agent, DiagnosticCode.BAD_VALUE, "agent: the file name is letters, digits, _ and -, then .md");
        }
    }

    private void checkSkills(Mapping part) {
        Set<String> names = new HashSet<>();
        for (Sourced skill : part.items("skills")) {
            String reference = SkillNames.reference(skill);
            if (reference == null) {
                findings.error(
                        skill.origin().place(),
                        DiagnosticCode.BAD_VALUE,
                        "skills: a skill, or a mapping of one key, the skill",
                        null);
            } else if (!names.add(SkillNames.baseName(reference))) {
                String message = "skills: two skills are called " + Findings.quote(SkillNames.baseName(reference));
                findings.error(skill.origin().place(), DiagnosticCode.DUPLICATE_MEMBER, message, null);
            }
            switch (skill) {
                case Text text -> checkDirectory(text, "skills");
                case Mapping entry -> entry.members().forEach((name, files) -> checkReplaced(name, files));
                case Sourced.Listing _ -> {}
            }
        }
    }

    private void checkReplaced(String skill, Sourced files) {
        fault(forges.directory(skill), skill, files.origin(), "skills");
        if (files instanceof Mapping replaced) {
            replaced.members().forEach((file, replacement) -> {
                fault(Reference.local(file), file, replacement.origin(), "skills");
                if (file.startsWith("/")) {
                    errorAtKey(
                            replacement.origin(), DiagnosticCode.BAD_PATH, "skills: a relative path is wanted", file);
                }
                if (replacement instanceof Text path && !path.isEmpty()) {
                    checkLocal(path, "skills");
                }
            });
        }
    }

    private void checkLocalFiles(Mapping part) {
        for (String key : List.of("pre_script", "post_script", "agent_input")) {
            checkLocal(part.text(key), key);
        }
        Mapping loop = part.mapping("validation_loop");
        checkLocal(loop.text("script"), "validation_loop.script");
        checkLocal(loop.text("schema"), "validation_loop.schema");
        for (Sourced file : part.items("host_files")) {
            if (file instanceof Mapping fields) {
                checkLocal(fields.text("src"), "host_files.src");
            }
        }
    }

    private void checkServers(Mapping part) {
        for (Sourced server : part.items("api_servers")) {
            if (server instanceof Mapping fields) {
                checkLocal(fields.text("script"), "api_servers.script");
                checkSteering(fields.mapping("env"));
                fields.texts("providers").forEach(profile -> checkSource(profile, "api_servers.providers"));
            }
        }
    }

    private void checkEnvironment(Mapping part) {
        checkReserved(part.mapping("env").mapping("sandbox"), "env.sandbox");
        Sourced old = part.members().get("runner_env");
        if (old != null) {
            findings.warning(old.origin().key(), DiagnosticCode.DEPRECATED, "runner_env: write env.runner", null);
        }
    }

    private void checkReserved(Mapping variables, String where) {
        variables.members().forEach((name, value) -> {
            if (RESERVED.contains(name)) {
                String message = where + ": " + name + " is set by the gateway";
                findings.error(value.origin().key(), DiagnosticCode.RESERVED_NAME, message, null);
            }
        });
    }

    private void checkSteering(Mapping variables) {
        variables.members().forEach((name, value) -> {
            if (SteeringVariables.has(name)) {
                String message = "api_servers.env: " + name + " says what a server runs, loads or trusts";
                findings.error(value.origin().key(), DiagnosticCode.RESERVED_NAME, message, null);
            }
        });
    }

    private void checkSource(@Nullable Text text, String where) {
        if (text != null) {
            fault(Reference.of(text.text()), text, where);
        }
    }

    private void checkLocal(@Nullable Text text, String where) {
        if (text != null) {
            fault(Reference.local(text.text()), text, where);
        }
    }

    private void checkDirectory(Text text, String where) {
        if (!text.isEmpty()) {
            fault(forges.directory(text.text()), text, where);
        }
    }

    private void fault(Reference reference, Text text, String where) {
        if (reference instanceof Reference.Faulty(var code, var why)) {
            error(text, code, where + ": " + why);
        }
    }

    private void fault(Reference reference, String text, SourcePosition at, String where) {
        if (reference instanceof Reference.Faulty(var code, var why)) {
            errorAtKey(at, code, where + ": " + why, text);
        }
    }

    private void error(Text at, DiagnosticCode code, String message) {
        findings.error(at.origin().place(), code, message + ": " + Findings.quote(at.text()), null);
    }

    private void errorAtKey(SourcePosition at, DiagnosticCode code, String message, String text) {
        findings.error(at.key(), code, message + ": " + Findings.quote(text), null);
    }
}
