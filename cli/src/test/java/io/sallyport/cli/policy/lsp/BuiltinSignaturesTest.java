package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.builtin.standard.StandardBuiltins;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BuiltinSignaturesTest {
    /** Written between their operands, or by the compiler alone. */
    private static final Set<String> OPERATORS = Set.of(
            "and", "assign", "div", "eq", "equal", "gt", "gte", "lt", "lte", "minus", "mul", "neq", "or", "plus",
            "rem");

    /** OPA's compiler replaces {@code print} and what reads metadata. */
    @Test
    void theFunctionsShownAreThoseThatPoliciesCanCall() {
        var callable = new TreeSet<>(StandardBuiltins.all().names());
        callable.removeAll(Builtins.ofChance());
        callable.removeAll(OPERATORS);
        callable.removeIf(name -> name.startsWith("internal."));
        var shown = new TreeSet<>(BuiltinSignatures.all().keySet());
        shown.removeAll(Set.of("print", "rego.metadata.chain", "rego.metadata.rule"));
        var missing = new TreeSet<>(callable);
        missing.removeAll(shown);
        shown.removeAll(callable);
        assertThat(missing).isEmpty();
        assertThat(shown).isEmpty();
    }
}
