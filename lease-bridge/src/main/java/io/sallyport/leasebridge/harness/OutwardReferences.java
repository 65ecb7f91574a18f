package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks variables and paths that a harness names and that are resolved elsewhere. Confined to one reading. */
record OutwardReferences(Surroundings surroundings, HarnessFindings documents) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)(}?)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    void check(Mapping harness) {
        for (String key : List.of("agent", "pre_script", "post_script", "agent_input")) {
            checkPath(harness.text(key), key);
        }
        checkPath(harness.mapping("validation_loop").text("script"), "validation_loop.script");
        checkPath(harness.mapping("validation_loop").text("schema"), "validation_loop.schema");
        checkSkills(harness);
        harness.texts("plugins").forEach(plugin -> checkPath(plugin, "plugins"));
        checkVariables(harness.mapping("env").mapping("runner"), "env.runner");
        checkVariables(harness.mapping("env").mapping("sandbox"), "env.sandbox");
        harness.items("api_servers").forEach(server -> {
            if (server instanceof Mapping fields) {
                checkPath(fields.text("script"), "api_servers.script");
                checkProgram(fields.text("script"));
                checkVariables(fields.mapping("env"), "api_servers.env");
            }
        });
        harness.items("host_files").forEach(this::checkHostFile);
    }

    private void checkSkills(Mapping harness) {
        for (Sourced skill : harness.items("skills")) {
            String reference = SkillNames.reference(skill);
            if (reference != null) {
                checkPath(reference, skill.origin(), "skills");
            }
            if (skill instanceof Mapping entry) {
                entry.members().values().forEach(files -> {
                    if (files instanceof Mapping replaced) {
                        replaced.members().keySet().forEach(file -> checkPath(replaced.text(file), "skills"));
                    }
                });
            }
        }
    }

    /** Checks a file of the host, which may be anywhere, by an absolute path. */
    private void checkHostFile(Sourced file) {
        if (!(file instanceof Mapping fields)) {
            return;
        }
        Text src = fields.text("src");
        if (src == null) {
            return;
        }
        if (!fields.isTrue("optional")) {
            checkVariables(src, "host_files.src");
        }
        if (!src.text().startsWith("/")) {
            checkPath(src, "host_files.src");
        }
    }

    private void checkPath(@Nullable Text text, String where) {
        if (text != null) {
            checkPath(text.text(), text.origin(), where);
        }
    }

    private void checkPath(String text, SourcePosition at, String where) {
        if (Reference.of(text) instanceof Reference.Local(var path)
                && surroundings.naming(path) instanceof Surroundings.Refused(var why)) {
            documents.error(at, DiagnosticCode.BAD_PATH, where + ": " + why);
        }
    }

    /**
     * Checks a program. A missing one is only a warning: it may be created later, or exist where the gateway starts it.
     */
    private void checkProgram(@Nullable Text script) {
        if (script == null
                || !(Reference.local(script.text()) instanceof Reference.Local(var path))
                || surroundings.naming(path) instanceof Surroundings.Refused) {
            return;
        }
        switch (surroundings.program(path)) {
            case UNFIT ->
                documents.error(
                        script.origin(), DiagnosticCode.NOT_EXECUTABLE, "api_servers.script: it is no executable file");
            case MISSING ->
                documents.warning(
                        script.origin(), DiagnosticCode.NOT_THERE, "api_servers.script: there is no such program here");
            case READY, UNSEEN -> {}
        }
    }

    private void checkVariables(Mapping variables, String where) {
        variables.members().forEach((name, value) -> {
            if (value instanceof Text text) {
                checkVariables(text, where + "." + Findings.quote(name));
            }
        });
    }

    private void checkVariables(Text text, String where) {
        for (Matcher found = VARIABLE.matcher(text.text()); found.find(); ) {
            String name = found.group(1);
            if (found.group(2).isEmpty() || !NAME.matcher(name).matches()) {
                documents.error(text, DiagnosticCode.BAD_VALUE, where + ": a variable is written ${NAME}");
            } else if (!surroundings.knowsVariable(name)) {
                documents.error(text, DiagnosticCode.UNKNOWN_VARIABLE, where + ": no such variable may be named here");
            }
        }
    }
}
