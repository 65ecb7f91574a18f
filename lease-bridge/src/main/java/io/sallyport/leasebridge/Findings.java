package io.sallyport.leasebridge;

import io.sallyport.model.Diagnostic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The diagnostics of one document while it is read; after {@link #MAX} nothing more is noted, and warnings leave room for
 * errors. Confined to its thread.
 */
public final class Findings {
    /** Diagnostics of one document. */
    public static final int MAX = 100;

    private final String file;
    private final Set<String> tolerated;
    private final List<Diagnostic> found = new ArrayList<>();
    private boolean hasErrors;

    public Findings(String file) {
        this(file, Set.of());
    }

    /** @param tolerated codes whose errors are warnings here */
    public Findings(String file, Set<String> tolerated) {
        this.file = file;
        this.tolerated = Set.copyOf(tolerated);
    }

    public void error(Place place, String code, String message, @Nullable String help) {
        if (tolerated.contains(code)) {
            warning(place, code, message, help);
            return;
        }
        hasErrors = true;
        add(Diagnostic.error(file, place.line(), place.column(), code, message, help));
    }

    public void warning(Place place, String code, String message, @Nullable String help) {
        add(Diagnostic.warning(file, place.line(), place.column(), code, message, help));
    }

    public void addAll(Findings others) {
        hasErrors |= others.hasErrors;
        others.found.forEach(this::add);
    }

    private void add(Diagnostic diagnostic) {
        if (found.size() < (diagnostic.isError() ? MAX : MAX / 2)) {
            found.add(diagnostic);
        }
    }

    public boolean hasErrors() {
        return hasErrors;
    }

    public List<Diagnostic> all() {
        return List.copyOf(found);
    }

    /** A piece of the document for a message: short, and with nothing that could end its line. */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length() && i < 120; i++) {
            char c = text.charAt(i);
            boolean plain = c >= ' ' && c != '"' && c != '\\' && c != 0x7f && !Character.isSurrogate(c) && isShown(c);
            out.append(plain ? Character.toString(c) : "\\u%04x".formatted((int) c));
        }
        return out.append(text.length() > 120 ? "..." : "").append('"').toString();
    }

    private static boolean isShown(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE -> false;
            default -> true;
        };
    }
}
