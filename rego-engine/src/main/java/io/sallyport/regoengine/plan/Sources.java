package io.sallyport.regoengine.plan;

import java.util.ArrayList;
import java.util.List;

/** Which locals a statement reads, blocks within it aside. What adds to the value of a local reads it. */
final class Sources {
    private final List<Integer> locals = new ArrayList<>();

    private Sources() {}

    /** In no order; one that is read twice stands there twice. */
    static List<Integer> of(Statement statement) {
        Sources sources = new Sources();
        sources.add(statement);
        return sources.locals;
    }

    /** One line for each kind of statement. */
    private void add(Statement statement) {
        switch (statement) {
            case Statement.ArrayAppend s -> add(s.array(), s.value());
            case Statement.AssignVar s -> add(s.source());
            case Statement.AssignVarOnce s -> add(s.target(), s.source());
            case Statement.Call s -> s.arguments().forEach(this::add);
            case Statement.CallDynamic s -> {
                s.path().forEach(this::add);
                locals.addAll(s.arguments());
            }
            case Statement.Dot s -> add(s.source(), s.key());
            case Statement.Equal s -> add(s.a(), s.b());
            case Statement.NotEqual s -> add(s.a(), s.b());
            case Statement.IsArray s -> add(s.source());
            case Statement.IsObject s -> add(s.source());
            case Statement.IsSet s -> add(s.source());
            case Statement.IsDefined s -> locals.add(s.source());
            case Statement.IsUndefined s -> locals.add(s.source());
            case Statement.Indexed s -> locals.add(s.local());
            case Statement.Len s -> add(s.source());
            case Statement.ObjectInsert s -> add(s.object(), s.key(), s.value());
            case Statement.ObjectInsertOnce s -> add(s.object(), s.key(), s.value());
            case Statement.ObjectMerge s -> locals.addAll(List.of(s.a(), s.b()));
            case Statement.ResultSetAdd s -> locals.add(s.value());
            case Statement.ReturnLocal s -> locals.add(s.source());
            case Statement.Scan s -> locals.add(s.source());
            case Statement.SetAdd s -> add(s.set(), s.value());
            case Statement.With s -> add(s.local(), s.value());
            case Statement.AssignInt _,
                    Statement.Break _,
                    Statement.MakeArray _,
                    Statement.MakeNull _,
                    Statement.MakeNumber _,
                    Statement.MakeObject _,
                    Statement.MakeSet _,
                    Statement.Nested _,
                    Statement.Nop _,
                    Statement.Not _,
                    Statement.ResetLocal _ -> {}
        }
    }

    private void add(int local, Operand... operands) {
        locals.add(local);
        add(operands);
    }

    private void add(Operand... operands) {
        for (Operand operand : operands) {
            if (operand instanceof Operand.Local(int number)) {
                locals.add(number);
            }
        }
    }
}
