package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.compiler.ModuleFacts;
import io.sallyport.regoengine.compiler.ModuleFacts.RuleFacts;
import io.sallyport.regoengine.compiler.ModuleFacts.Said;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages and hints that OPA's metadata annotations provide for denies. The title is the message and the
 * description is the hint of the deny whose head names it ({@code deny contains {"rule": "no-gist"}}), unless the deny
 * sets them itself. Immutable.
 *
 * @param byRule maps the name of a deny to an object with {@code message} and {@code hint}
 * @param warnings about annotations that have no effect
 */
record Annotations(RegoObject byRule, List<Diagnostic> warnings) {
    Annotations {
        warnings = List.copyOf(warnings);
    }

    static Annotations of(List<ModuleFacts> modules) {
        EntryObject byRule = RegoObject.growing();
        List<Diagnostic> warnings = new ArrayList<>();
        for (ModuleFacts module : modules) {
            for (RuleFacts rule : module.rules()) {
                if (!words(rule.said()).equals(EntryObject.EMPTY)) {
                    add(module, rule, byRule, warnings);
                }
            }
        }
        return new Annotations(byRule.sealed(), warnings);
    }

    private static void add(ModuleFacts module, RuleFacts rule, EntryObject byRule, List<Diagnostic> warnings) {
        RegoString name = RegoString.of(rule.said().of());
        RegoObject words = words(rule.said());
        if (name.text().isEmpty()) {
            if (rule.name().equals("deny")) {
                warnings.add(warning(
                        module,
                        rule,
                        DiagnosticCode.TITLE_OF_NO_RULE,
                        "the annotations of this deny are not shown: its head names no rule",
                        "write deny contains {\"rule\": \"a-name\"} if ..., or read rego.metadata.rule()"));
            }
        } else if (byRule.get(name) == null) {
            byRule.put(name, words);
        } else if (!words.equals(byRule.get(name))) {
            warnings.add(warning(
                    module,
                    rule,
                    DiagnosticCode.TITLE_OF_ANOTHER,
                    "another deny that names itself " + name.text() + " has other annotations; those are shown",
                    "give each its own name"));
        }
    }

    private static RegoObject words(Said said) {
        EntryObject words = RegoObject.growing();
        if (!said.title().isEmpty()) {
            words.put("message", RegoString.of(said.title()));
        }
        if (!said.description().isEmpty()) {
            words.put("hint", RegoString.of(said.description()));
        }
        return words.sealed();
    }

    private static Diagnostic warning(
            ModuleFacts module, RuleFacts rule, DiagnosticCode code, String what, String help) {
        return Diagnostic.warning(module.file(), rule.row(), rule.column(), code, what, help);
    }
}
