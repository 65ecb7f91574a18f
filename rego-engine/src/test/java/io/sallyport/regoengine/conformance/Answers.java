package io.sallyport.regoengine.conformance;

import io.sallyport.regoengine.run.FailureKind;
import io.sallyport.regoengine.run.Outcome;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares an outcome with the expectation of a case, as OPA's own tests do. */
record Answers(OpaCase wanted) {
    /** Returns null if {@code outcome} is as expected, else what is wrong with it. */
    @Nullable
    String complaint(Outcome outcome) {
        if (wanted.wantsError()) {
            return outcome instanceof Outcome.Failed failed ? ofFailure(failed) : "an error was wanted, not " + outcome;
        }
        return switch (outcome) {
            case Outcome.Defined defined -> ofResult((RegoSet) defined.value());
            case Outcome.Undefined _ -> ofResult(RegoSet.EMPTY);
            case Outcome.Failed failed -> failed.toString();
        };
    }

    private @Nullable String ofFailure(Outcome.Failed failed) {
        String code = code(failed.kind());
        String wantedCode = wanted.wantedErrorCode();
        return code.equals(wantedCode) || (wantedCode == null && !code.startsWith("not "))
                ? null
                : "wanted " + wantedCode + ", not " + failed;
    }

    private static String code(FailureKind kind) {
        return switch (kind) {
            case CONFLICT -> "eval_conflict_error";
            case BUILTIN -> "eval_builtin_error";
            case TYPE -> "eval_type_error";
            case LIMIT, INTERNAL -> "not one of OPA's";
        };
    }

    private @Nullable String ofResult(RegoSet answers) {
        RegoSet found = rows((RegoArray) RegoJson.valueOf(RegoJson.write(answers)));
        RegoSet expected = rows(wanted.wantedResult());
        return found.equals(expected) ? null : "wanted " + expected + ", found " + found;
    }

    private RegoSet rows(RegoArray answers) {
        List<RegoValue> rows = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            rows.add(row((RegoObject) answers.get(i)));
        }
        return RegoSet.of(rows);
    }

    private RegoObject row(RegoObject answer) {
        var row = RegoObject.growing();
        answer.forEach((key, value) -> {
            if (!wanted.withoutGeneratedVariables()
                    || !((RegoString) key).text().startsWith("__localq")) {
                row.put(key, wanted.sorted() && value instanceof RegoArray array ? elements(array) : value);
            }
        });
        return row;
    }

    private static RegoSet elements(RegoArray array) {
        List<RegoValue> elements = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            elements.add(array.get(i));
        }
        return RegoSet.of(elements);
    }
}
