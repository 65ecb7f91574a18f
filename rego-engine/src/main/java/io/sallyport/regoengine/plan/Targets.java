package io.sallyport.regoengine.plan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which locals statements set. What only adds to the value of a local does not set it. */
public final class Targets {
    private Targets() {}

    /**
     * All that the statements of {@code block} set, and of the blocks within, {@code with} aside, which puts back what
     * was there.
     */
    public static Set<Integer> in(Block block) {
        Set<Integer> set = new HashSet<>();
        Blocks.each(List.of(block), statement -> {
            if (!(statement instanceof Statement.With)) {
                set.addAll(of(statement));
            }
        });
        return set;
    }

    /** Those that a statement sets, blocks within it aside. */
    public static List<Integer> of(Statement statement) {
        return switch (statement) {
            case Statement.AssignInt s -> List.of(s.target());
            case Statement.AssignVar s -> List.of(s.target());
            case Statement.AssignVarOnce s -> List.of(s.target());
            case Statement.Call s -> List.of(s.result());
            case Statement.CallDynamic s -> List.of(s.result());
            case Statement.Dot s -> List.of(s.target());
            case Statement.Len s -> List.of(s.target());
            case Statement.MakeArray s -> List.of(s.target());
            case Statement.MakeNull s -> List.of(s.target());
            case Statement.MakeNumber s -> List.of(s.target());
            case Statement.MakeObject s -> List.of(s.target());
            case Statement.MakeSet s -> List.of(s.target());
            case Statement.ObjectMerge s -> List.of(s.target());
            case Statement.ResetLocal s -> List.of(s.target());
            case Statement.Scan s -> List.of(s.key(), s.value());
            case Statement.With s -> List.of(s.local());
            case Statement.ArrayAppend _,
                    Statement.Break _,
                    Statement.Equal _,
                    Statement.Indexed _,
                    Statement.IsArray _,
                    Statement.IsDefined _,
                    Statement.IsObject _,
                    Statement.IsSet _,
                    Statement.IsUndefined _,
                    Statement.Nested _,
                    Statement.Nop _,
                    Statement.Not _,
                    Statement.NotEqual _,
                    Statement.ObjectInsert _,
                    Statement.ObjectInsertOnce _,
                    Statement.ResultSetAdd _,
                    Statement.ReturnLocal _,
                    Statement.SetAdd _ -> List.of();
        };
    }
}
