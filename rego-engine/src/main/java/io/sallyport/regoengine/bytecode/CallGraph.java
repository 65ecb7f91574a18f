package io.sallyport.regoengine.bytecode;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.Builtins;
import io.sallyport.regoengine.plan.BuiltinDeclaration;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.PlannedFunction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The callees of the functions of one plan, by name. Immutable. */
final class CallGraph {
    private final ClassDesc owner;
    private final Builtins builtins;
    private final Linked linked;
    private final Map<String, Planned> planned = new LinkedHashMap<>();
    private final Map<String, BuiltinDeclaration> declared = new HashMap<>();
    private final List<Planned> rules = new ArrayList<>();

    /**
     * A planned function.
     *
     * @param body the method that runs it
     * @param method the method that callers use; for a rule, the one that uses the memo
     */
    record Planned(PlannedFunction function, String body, String method, MethodTypeDesc type) {
        boolean isRule() {
            return !body.equals(method);
        }
    }

    CallGraph(ClassDesc owner, Plan plan, Builtins builtins, Linked linked) {
        this.owner = owner;
        this.builtins = builtins;
        this.linked = linked;
        plan.builtins().forEach(declaration -> declared.put(declaration.name(), declaration));
        for (PlannedFunction function : plan.functions()) {
            add(function);
        }
    }

    private void add(PlannedFunction function) {
        int arity = function.parameters().size();
        String body = "f" + planned.size();
        boolean rule = arity == 2;
        Planned added = new Planned(function, body, rule ? "r" + rules.size() : body, type(arity));
        if (planned.put(function.name(), added) != null) {
            throw new NotCompilable("two functions are named " + function.name());
        }
        if (rule) {
            rules.add(added);
        }
    }

    /** Returns the type of the method of a function with {@code arity} arguments. */
    static MethodTypeDesc type(int arity) {
        List<ClassDesc> parameters = new ArrayList<>(arity + 1);
        parameters.add(ReferredClasses.RUN);
        parameters.addAll(Collections.nCopies(arity, ReferredClasses.VALUE));
        return MethodTypeDesc.of(ReferredClasses.VALUE, parameters);
    }

    /** Returns the class under construction. */
    ClassDesc owner() {
        return owner;
    }

    Object dispatch() {
        return linked.dispatch();
    }

    Collection<Planned> all() {
        return planned.values();
    }

    @Nullable
    Planned planned(String name) {
        return planned.get(name);
    }

    /** Returns the rules by their numbers in the memo. */
    List<Planned> rules() {
        return rules;
    }

    Builtin builtin(String name) {
        return Objects.requireNonNull(builtins.find(name), name);
    }

    boolean answers(String builtin) {
        BuiltinDeclaration declaration = declared.get(builtin);
        return declaration == null || declaration.answers();
    }
}
