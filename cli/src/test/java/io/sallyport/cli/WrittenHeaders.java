package io.sallyport.cli;

import io.sallyport.model.RequestHeaders;
import java.util.List;
import java.util.Locale;

/**
 * Headers as an example writes them.
 *
 * @param fields each {@code NAME: VALUE}
 */
record WrittenHeaders(List<String> fields) implements RequestHeaders {
    @Override
    public List<String> names() {
        return fields.stream().map(WrittenHeaders::name).distinct().toList();
    }

    @Override
    public List<String> values(String name) {
        return fields.stream()
                .filter(field -> name(field).equals(name))
                .map(field -> field.substring(field.indexOf(':') + 1).strip())
                .toList();
    }

    @Override
    public long bodyBytes() {
        if (!values("transfer-encoding").isEmpty()) {
            return UNKNOWN_LENGTH;
        }
        List<String> lengths = values("content-length");
        return lengths.isEmpty() ? 0 : Long.parseLong(lengths.getFirst());
    }

    private static String name(String field) {
        return field.substring(0, field.indexOf(':')).toLowerCase(Locale.ROOT);
    }
}
