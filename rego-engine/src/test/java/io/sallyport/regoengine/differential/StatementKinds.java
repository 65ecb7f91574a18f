package io.sallyport.regoengine.differential;

import io.sallyport.regoengine.plan.Block;
import io.sallyport.regoengine.plan.ParsedPlan;
import io.sallyport.regoengine.plan.Plan;
import io.sallyport.regoengine.plan.Preparation;
import io.sallyport.regoengine.plan.Statement;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The kinds of statements in plans, as written and as run. */
final class StatementKinds {
    private final Set<String> found = new TreeSet<>();

    Set<String> found() {
        return found;
    }

    /** Returns every kind that exists. */
    static Set<String> all() {
        Set<String> names = new TreeSet<>();
        for (Class<?> kind : Statement.class.getPermittedSubclasses()) {
            names.add(kind.getSimpleName());
        }
        return names;
    }

    void count(byte[] planJson) throws ReflectiveOperationException {
        if (!(Plan.parse(planJson) instanceof ParsedPlan.Accepted(var plan))) {
            throw new AssertionError("no plan");
        }
        visit(plan);
        visit(Preparation.of(plan));
    }

    private void visit(Object part) throws ReflectiveOperationException {
        if (part instanceof Statement) {
            found.add(part.getClass().getSimpleName());
        }
        if (part instanceof List<?> list) {
            for (Object element : list) {
                visit(element);
            }
        }
        if (part instanceof Record && part.getClass().getPackage().equals(Block.class.getPackage())) {
            for (RecordComponent component : part.getClass().getRecordComponents()) {
                visit(component.getAccessor().invoke(part));
            }
        }
    }
}
