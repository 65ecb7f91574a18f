package io.sallyport.proxy.credentials;

import io.sallyport.proxy.listener.HeaderFields;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The canonical request of Signature Version 4 (AWS IAM User Guide, "Create a signed AWS API request", step 1).
 *
 * @param text that is hashed
 * @param names of the signed fields, with semicolons between
 */
record SigV4Form(String text, String names) {
    private record Parameter(String name, String value) {}

    /**
     * That of a request.
     *
     * @param path as it is sent, in canonical form
     * @param query as it is sent, or empty
     * @param signed fields that are signed, all of them
     */
    static SigV4Form of(
            String method, String path, String query, HeaderFields signed, SigningScope scope, String payload) {
        SortedMap<String, String> fields = new TreeMap<>();
        for (int i = 0; i < signed.size(); i++) {
            fields.merge(
                    signed.name(i).toLowerCase(Locale.ROOT),
                    signed.value(i).strip().replaceAll(" +", " "),
                    (before, next) -> before + "," + next);
        }
        String names = String.join(";", fields.keySet());
        String lines = fields.entrySet().stream()
                .map(field -> field.getKey() + ":" + field.getValue() + "\n")
                .collect(Collectors.joining());
        String text = String.join("\n", method, path(path, scope), query(query), lines, names, payload);
        return new SigV4Form(text, names);
    }

    /** S3 signs a path as it means it; others sign what is sent, encoded once more. */
    private static String path(String path, SigningScope scope) {
        return Stream.of(path.split("/", -1))
                .map(segment -> PercentCoding.encode(scope.isLikeS3() ? PercentCoding.decode(segment) : segment))
                .collect(Collectors.joining("/"));
    }

    /** Sorted, and encoded in one way; a plus is a space to whoever reads a query as a form. */
    private static String query(String query) {
        List<Parameter> parameters = Stream.of(query.split("&"))
                .filter(text -> !text.isEmpty())
                .map(SigV4Form::parameter)
                .sorted(Comparator.comparing(Parameter::name).thenComparing(Parameter::value))
                .toList();
        return parameters.stream().map(one -> one.name() + "=" + one.value()).collect(Collectors.joining("&"));
    }

    private static Parameter parameter(String text) {
        int sign = text.indexOf('=');
        return sign < 0
                ? new Parameter(encoded(text), "")
                : new Parameter(encoded(text.substring(0, sign)), encoded(text.substring(sign + 1)));
    }

    private static String encoded(String text) {
        return PercentCoding.encode(PercentCoding.decode(text.replace('+', ' ')));
    }
}
