package io.sallyport.console;

import io.sallyport.console.session.FormFields;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where in the console a request leads.
 *
 * @param segments of the path below {@code /console/}; empty for the first page
 */
record ConsoleAddress(List<String> segments, FormFields query) {
    private static final Pattern PATH = Pattern.compile("/console(?:/[A-Za-z0-9._~-]+)*/?");
    private static final Set<String> POLLED = Set.of("asks/list", "asks/waiting");

    ConsoleAddress {
        segments = List.copyOf(segments);
    }

    /** Returns the address; null if the target has no plain path or no readable query. */
    static @Nullable ConsoleAddress parse(String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        FormFields query = mark < 0 ? FormFields.NONE : FormFields.parse(target.substring(mark + 1));
        if (query == null || !PATH.matcher(path).matches()) {
            return null;
        }
        List<String> all = List.of(path.substring(1).split("/"));
        return new ConsoleAddress(all.subList(1, all.size()), query);
    }

    /** Returns the segment, or the empty text if the path is shorter. */
    String segment(int index) {
        return index < segments.size() ? segments.get(index) : "";
    }

    /** Returns whether a script asks for it again and again, which is no use of a session. */
    boolean isPolled() {
        return POLLED.contains(String.join("/", segments));
    }
}
