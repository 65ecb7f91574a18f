package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RoutingFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Methods that a request names beside its own. Some servers take them for it, so whoever may not send {@code DELETE}
 * may not name it either: policy is asked about each, and all must pass alike.
 */
final class MethodOverride {
    /** Methods that one request may name; none has a use for two. */
    private static final int MAX_NAMED = 4;

    private static final int MAX_METHOD_CHARS = 32;

    private MethodOverride() {}

    /** Whether the request, which may pass without what it names, may pass with it. */
    static Verdict check(
            HeaderFields fields,
            CanonicalRequest request,
            Obligations attached,
            Function<CanonicalRequest, Decision> policy) {
        if (request.method() == null) {
            return Verdict.PASS;
        }
        List<String> named = new ArrayList<>(0);
        inFields(fields, named);
        boolean readable = inQuery(request.query(), named);
        if (!readable || named.size() > MAX_NAMED) {
            return Verdict.refuse(ReasonCode.METHOD_REFUSED);
        }
        for (String method : named) {
            Verdict verdict = check(method.toUpperCase(Locale.ROOT), request, attached, policy);
            if (verdict instanceof Verdict.Refuse) {
                return verdict;
            }
        }
        return Verdict.PASS;
    }

    private static Verdict check(
            String method,
            CanonicalRequest request,
            Obligations attached,
            Function<CanonicalRequest, Decision> policy) {
        if (method.equals(request.method())) {
            return Verdict.PASS;
        }
        if (!isServed(method)) {
            return Verdict.refuse(ReasonCode.METHOD_REFUSED);
        }
        return switch (policy.apply(request.withMethod(method))) {
            case Decision.Deny deny -> Verdict.Refuse.by(deny);
            // What is attached to the one would not be done to the other.
            case Decision.Allow allow ->
                Verdict.passIf(allow.obligations().equals(attached), ReasonCode.METHOD_REFUSED);
        };
    }

    private static boolean isServed(String method) {
        boolean letters = !method.isEmpty()
                && method.length() <= MAX_METHOD_CHARS
                && method.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || c == '-');
        return letters && !method.equals("CONNECT") && !method.equals("TRACE");
    }

    private static void inFields(HeaderFields fields, List<String> named) {
        for (int i = 0; i < fields.size(); i++) {
            if (RoutingFields.namesMethod(fields.name(i))) {
                named.add(fields.value(i));
            }
        }
    }

    /** False where the query may name one and cannot be read. */
    private static boolean inQuery(CanonicalQuery query, List<String> named) {
        String text = query.text();
        if (text == null) {
            return true;
        }
        Map<String, List<String>> parameters = query.parameters();
        if (parameters == null) {
            return !ParameterName.mayNameMethod(decoded(text));
        }
        parameters.forEach((name, values) -> {
            if (ParameterName.namesMethod(name)) {
                named.addAll(values);
            }
        });
        return true;
    }

    /** As the most lenient server would read it. */
    private static String decoded(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            int high = i + 2 < text.length() && text.charAt(i) == '%' ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
            out.append(low < 0 ? text.charAt(i) : (char) (high << 4 | low));
            i += low < 0 ? 0 : 2;
        }
        return out.toString();
    }
}
