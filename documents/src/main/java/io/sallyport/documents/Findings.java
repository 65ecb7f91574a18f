package io.sallyport.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the diagnostics of one document, or of several that are read together. After {@link #MAX} only their number
 * is counted, which is reported last; warnings leave room for errors. Confined to one thread.
 */
public final class Findings {
    /** The maximum number of diagnostics; a final one says how many more there are. */
    public static final int MAX = 100;

    private final String file;
    private final Set<DiagnosticCode> tolerated;
    private final List<Diagnostic> found = new ArrayList<>();
    private boolean hasErrors;
    private int errorsLeftOut;
    private int warningsLeftOut;

    public Findings(String file) {
        this(file, Set.of());
    }

    /** @param tolerated codes whose errors become warnings */
    public Findings(String file, Set<DiagnosticCode> tolerated) {
        this.file = file;
        this.tolerated = Set.copyOf(tolerated);
    }

    /** Returns the name of the document. */
    public String file() {
        return file;
    }

    public void error(Place place, DiagnosticCode code, String message, @Nullable String help) {
        if (tolerated.contains(code)) {
            warning(place, code, message, help);
            return;
        }
        add(Diagnostic.error(file, place.line(), place.column(), code, message, help));
    }

    public void warning(Place place, DiagnosticCode code, String message, @Nullable String help) {
        add(Diagnostic.warning(file, place.line(), place.column(), code, message, help));
    }

    public void addAll(Findings others) {
        others.found.forEach(this::add);
        errorsLeftOut += others.errorsLeftOut;
        warningsLeftOut += others.warningsLeftOut;
        hasErrors |= others.hasErrors;
    }

    /** Adds a diagnostic that names its document itself. */
    public void add(Diagnostic diagnostic) {
        hasErrors |= diagnostic.isError();
        if (found.size() < (diagnostic.isError() ? MAX : MAX / 2)) {
            found.add(diagnostic);
        } else if (diagnostic.isError()) {
            errorsLeftOut++;
        } else {
            warningsLeftOut++;
        }
    }

    public boolean hasErrors() {
        return hasErrors;
    }

    /** Returns at most {@link #MAX} diagnostics, and one that counts the rest, if any. */
    public List<Diagnostic> all() {
        List<Diagnostic> all = new ArrayList<>(found);
        if (errorsLeftOut > 0) {
            String message = (errorsLeftOut + warningsLeftOut) + " more are not shown";
            all.add(Diagnostic.error(file, 0, 0, DiagnosticCode.MORE, message, null));
        } else if (warningsLeftOut > 0) {
            all.add(Diagnostic.warning(file, 0, 0, DiagnosticCode.MORE, warningsLeftOut + " more are not shown", null));
        }
        return List.copyOf(all);
    }

    /** Quotes a piece of the document for a message: short, and without characters that could end the line. */
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
