package io.sallyport.policycompiler;

import io.sallyport.model.Grant;
import io.sallyport.model.condition.Conditions;
import io.sallyport.model.condition.ParameterCondition;
import io.sallyport.policycompiler.condition.AreaValue;
import io.sallyport.policycompiler.condition.CallValue;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on a request other than its host and the beginning of its path. Equal conditions in one slot are
 * stored once.
 *
 * @param path as {@link PathKey#path}
 * @param methods empty for any
 * @param query decoded parameters, with the values of each sorted in Rego's order; null for any
 * @param more what is asked besides; if it concerns parameters, {@code query} is null
 */
record RequestConditions(
        PathKey.Path path, Set<String> methods, @Nullable Map<String, List<RegoString>> query, Conditions more) {
    private static final RegoString NONE = RegoString.of("*");

    static RequestConditions of(Grant.Net grant) {
        return new RequestConditions(
                PathKey.of(grant.path()).path(), grant.methods(), sorted(grant.query()), grant.conditions());
    }

    boolean areNone() {
        return path instanceof PathKey.Free && methods.isEmpty() && query == null && more.equals(Conditions.NONE);
    }

    /** Returns the form that the library reads, for the grant with that number. */
    RegoObject bound(int number) {
        EntryObject bound = RegoObject.growing()
                .put("number", RegoNumber.of(number))
                .put("path", path.value())
                .put("methods", methods.isEmpty() ? NONE : named())
                .put("query", query == null ? parameters() : listed(query));
        RegoObject call = CallValue.of(more.call());
        if (call != null) {
            bound.put("call", call);
        }
        if (!more.within().isEmpty()) {
            bound.put("within", AreaValue.of(more.within()));
        }
        return (more.outside().isEmpty() ? bound : bound.put("outside", AreaValue.of(more.outside()))).sealed();
    }

    private RegoValue parameters() {
        return more.parameters().isEmpty()
                ? NONE
                : RegoArray.of(more.parameters().stream()
                        .map(RequestConditions::listed)
                        .toList());
    }

    private static RegoObject listed(ParameterCondition parameter) {
        return RegoObject.growing()
                .put("name", RegoString.of(parameter.name()))
                .put(parameter.of().word(), RegoString.of(parameter.re2()))
                .sealed();
    }

    private RegoObject named() {
        EntryObject object = RegoObject.growing();
        for (String method : methods) {
            object.put(method, RegoBoolean.TRUE);
        }
        return object.sealed();
    }

    private static RegoObject listed(Map<String, List<RegoString>> query) {
        Map<String, RegoValue> entries = new TreeMap<>();
        query.forEach((name, values) -> entries.put(name, RegoArray.of(values)));
        return RegoObject.of(entries);
    }

    private static @Nullable Map<String, List<RegoString>> sorted(@Nullable Map<String, List<String>> query) {
        if (query == null) {
            return null;
        }
        Map<String, List<RegoString>> found = new TreeMap<>();
        query.forEach((name, values) ->
                found.put(name, values.stream().map(RegoString::of).sorted().toList()));
        return found;
    }
}
