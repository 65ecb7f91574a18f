package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts that diagnostics refer to, by the names in diagnostics, each with the file that it was given in. Immutable.
 */
public record SourceTexts(Map<String, Source> sources) {
    /** No text: diagnostics are shown without lines. */
    public static final SourceTexts NONE = new SourceTexts(Map.of());

    public SourceTexts {
        sources = Map.copyOf(sources);
    }

    /**
     * A text as a diagnostic knows it.
     *
     * @param name of the file, for people
     * @param path of the file as given, or null if it stands in none
     * @param text the whole file
     * @param start where the text that diagnostics count in begins in the file
     */
    record Source(String name, @Nullable Path path, String text, Place start) {}

    /** Returns texts under the names that diagnostics have for them. */
    public static SourceTexts of(Map<String, String> texts) {
        var sources = new LinkedHashMap<String, Source>();
        texts.forEach((name, text) -> sources.put(name, new Source(name, null, text, Place.START)));
        return new SourceTexts(sources);
    }

    /** Returns the text of one file, which diagnostics call {@code name}. */
    public static SourceTexts of(String name, Path file, String text) {
        return of(name, file, text, Place.START);
    }

    /** Returns a part of one file, which begins at {@code start}; diagnostics call it {@code name}. */
    public static SourceTexts of(String name, Path file, String text, Place start) {
        return new SourceTexts(Map.of(name, new Source(InputFiles.name(file), file, text, start)));
    }

    /** Returns these texts and others; of two of one name, the other. */
    public SourceTexts and(SourceTexts others) {
        var all = new LinkedHashMap<>(sources);
        all.putAll(others.sources);
        return new SourceTexts(all);
    }

    /** Returns the same texts, as files of {@code folder}. */
    public SourceTexts in(Path folder) {
        var all = new LinkedHashMap<String, Source>();
        sources.forEach((name, source) ->
                all.put(name, new Source(source.name, folder.resolve(name), source.text, source.start)));
        return new SourceTexts(all);
    }

    /** Returns the name of the file that {@code diagnostic} refers to. */
    String name(Diagnostic diagnostic) {
        Source source = sources.get(diagnostic.file());
        return source == null ? diagnostic.file() : source.name;
    }

    /** Returns the path of the file that {@code diagnostic} refers to, else its name. */
    public String path(Diagnostic diagnostic) {
        Source source = sources.get(diagnostic.file());
        return source == null || source.path == null
                ? name(diagnostic)
                : source.path.toString().replace('\\', '/');
    }

    /** Returns the place in the file that {@code diagnostic} refers to, or null if it has none. */
    public @Nullable Place place(Diagnostic diagnostic) {
        if (diagnostic.line() < 1) {
            return null;
        }
        Source source = sources.get(diagnostic.file());
        Place start = source == null ? Place.START : source.start;
        int column = diagnostic.line() == 1 ? start.column() - 1 + diagnostic.column() : diagnostic.column();
        return new Place(start.line() - 1 + diagnostic.line(), column);
    }

    /** Returns the line that {@code place} refers to, or null if it is not known. */
    @Nullable
    String line(Diagnostic diagnostic, Place place) {
        Source source = sources.get(diagnostic.file());
        return source == null
                ? null
                : source.text.lines().skip(place.line() - 1L).findFirst().orElse(null);
    }
}
