package io.sallyport.cli.policy.query;

import io.sallyport.regoengine.compiler.Analysis.QueryExpression;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoSet;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The answers to a query. Immutable.
 *
 * @param expressions those of the query
 * @param answers each an object of variables to values
 */
public record QueryAnswers(List<QueryExpression> expressions, RegoSet answers) {
    /** Returns whether the query has no answer. */
    public boolean isUndefined() {
        return answers.size() == 0;
    }

    /** Returns the value of each expression, if there is one answer, and no variable but those. */
    public List<RegoValue> values() {
        return isUndefined() ? List.of() : values(answer(0));
    }

    /** Returns the document that {@code opa eval --format json} prints (OPA 1.22), on one line. */
    String json() {
        List<RegoValue> results = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            results.add(result(answer(i)));
        }
        EntryObject all = RegoObject.growing();
        if (!results.isEmpty()) {
            all.put("result", array(results));
        }
        return RegoJson.write(all.sealed());
    }

    /** Returns a line for each answer: its variables, or else the values of the expressions, as JSON. */
    public String text() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            RegoObject bindings = bindings(answer(i));
            lines.add(
                    bindings.size() > 0
                            ? RegoJson.write(bindings)
                            : values(answer(i)).stream().map(RegoJson::write).collect(Collectors.joining(" ")));
        }
        return lines.isEmpty() ? "undefined" : String.join("\n", lines);
    }

    private RegoObject answer(int place) {
        return (RegoObject) answers.at(place);
    }

    private List<RegoValue> values(RegoObject answer) {
        List<RegoValue> values = new ArrayList<>();
        for (QueryExpression expression : expressions) {
            RegoValue value = answer.get(RegoString.of(expression.variable()));
            values.add(value == null ? RegoBoolean.TRUE : value);
        }
        return values;
    }

    /** Returns the variables that the query names. */
    private RegoObject bindings(RegoObject answer) {
        EntryObject named = RegoObject.growing();
        answer.forEach((name, value) -> {
            if (name instanceof RegoString text
                    && expressions.stream()
                            .noneMatch(expression -> expression.variable().equals(text.text()))) {
                named.put(text.text(), value);
            }
        });
        return named.sealed();
    }

    private RegoObject result(RegoObject answer) {
        List<RegoValue> values = values(answer);
        List<RegoValue> all = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            QueryExpression expression = expressions.get(i);
            all.add(RegoObject.growing()
                    .put("value", values.get(i))
                    .put("text", RegoString.of(expression.text()))
                    .put(
                            "location",
                            RegoObject.growing()
                                    .put("row", RegoNumber.of(expression.row()))
                                    .put("col", RegoNumber.of(expression.column()))
                                    .sealed())
                    .sealed());
        }
        EntryObject result = RegoObject.growing().put("expressions", array(all));
        RegoObject bindings = bindings(answer);
        return (bindings.size() == 0 ? result : result.put("bindings", bindings)).sealed();
    }

    private static RegoArray array(List<RegoValue> values) {
        return RegoArray.of(values.toArray(RegoValue[]::new));
    }
}
