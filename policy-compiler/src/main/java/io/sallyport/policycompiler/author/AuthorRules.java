package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.compiler.DataReference;
import io.sallyport.regoengine.compiler.ModuleFacts;
import io.sallyport.regoengine.compiler.ModuleFacts.Kind;
import io.sallyport.regoengine.compiler.ModuleFacts.RuleFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks what an author's files declare and read: only their own package, and nothing that would allow requests. */
final class AuthorRules {
    private static final Set<String> ANSWERS = Set.of("deny", "obligations");

    private final List<String> root;
    private final List<String> tests;
    private final List<List<String>> readable;

    /**
     * Creates rules for the package {@code root} and the packages below it. The author's own tests may be in the
     * package of that name with {@code _test}; it is never evaluated for a decision.
     *
     * @param readable paths below {@code data} that may be read in addition to the package
     */
    AuthorRules(List<String> root, List<List<String>> readable) {
        this.root = root;
        this.tests = testsOf(root);
        this.readable = readable;
    }

    List<Diagnostic> check(List<ModuleFacts> modules, List<DataReference> references) {
        List<Diagnostic> found = new ArrayList<>();
        for (ModuleFacts module : modules) {
            if (!module.isWithin(tests) && !ShippedPackage.isFile(module.file())) {
                checkPackage(module, found);
                module.rules().forEach(rule -> checkRule(module, rule, found));
            }
        }
        List<List<String>> shipped = modules.stream()
                .filter(module -> ShippedPackage.isFile(module.file()))
                .map(ModuleFacts::packagePath)
                .toList();
        references.stream()
                .filter(reference -> shipped.stream().noneMatch(reference::isWithin))
                .forEach(reference -> checkReference(reference, found));
        return found;
    }

    /** Returns the first reference to each list of the author's data, other than those of tests. */
    List<DataReference> lists(List<ModuleFacts> modules, List<DataReference> references) {
        Set<String> ofTests = modules.stream()
                .filter(module -> module.isWithin(tests))
                .map(ModuleFacts::file)
                .collect(Collectors.toSet());
        Set<String> found = new HashSet<>();
        return references.stream()
                .filter(reference -> reference.path().size() > 1
                        && reference.path().getFirst().equals("lists")
                        && !ofTests.contains(reference.file()))
                .filter(reference -> found.add(reference.path().get(1)))
                .toList();
    }

    private void checkPackage(ModuleFacts module, List<Diagnostic> found) {
        if (!module.isWithin(root) || standsInAnAnswer(module)) {
            found.add(Diagnostic.error(
                    module.file(),
                    module.row(),
                    module.column(),
                    DiagnosticCode.FOREIGN_PACKAGE,
                    "package " + String.join(".", module.packagePath()) + " does not belong to this author",
                    "write package " + name() + ", or one below it"));
        }
    }

    /** Returns whether the package is below a rule of the same name, which would change the value of that rule. */
    private boolean standsInAnAnswer(ModuleFacts module) {
        List<String> path = module.packagePath();
        return path.size() > root.size() && ANSWERS.contains(path.get(root.size()));
    }

    private static List<String> testsOf(List<String> root) {
        List<String> tests = new ArrayList<>(root.subList(0, root.size() - 1));
        tests.add(root.getLast() + "_test");
        return tests;
    }

    private void checkRule(ModuleFacts module, RuleFacts rule, List<Diagnostic> found) {
        if (rule.name().equals("allow")) {
            found.add(Diagnostic.error(
                    module.file(),
                    rule.row(),
                    rule.column(),
                    DiagnosticCode.ALLOW_RULE,
                    "an allow rule has no effect here: Rego can deny what is granted, and never allow what is not",
                    "grant it in the lease, and deny what must not pass: deny contains {...} if ..."));
        }
        if (module.packagePath().equals(root) && ANSWERS.contains(rule.name()) && !isSet(rule)) {
            found.add(Diagnostic.error(
                    module.file(),
                    rule.row(),
                    rule.column(),
                    DiagnosticCode.NOT_A_SET,
                    rule.name() + " must be a set",
                    "write " + rule.name() + " contains {...} if ..."));
        }
    }

    private static boolean isSet(RuleFacts rule) {
        return rule.kind() == Kind.SET && rule.reference().equals(rule.name());
    }

    private void checkReference(DataReference reference, List<Diagnostic> found) {
        if (!reference.isWithin(root)
                && !reference.isWithin(tests)
                && readable.stream().noneMatch(reference::isWithin)) {
            found.add(Diagnostic.error(
                    reference.file(),
                    reference.row(),
                    reference.column(),
                    DiagnosticCode.FOREIGN_DATA,
                    "data" + (reference.path().isEmpty() ? "" : "." + String.join(".", reference.path()))
                            + " cannot be read here",
                    null));
        }
    }

    private String name() {
        return String.join(".", root);
    }
}
