package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.model.placeholder.PlaceholderFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.files}: files from which tools in a sandbox read the placeholder, by their variable. */
public final class PlaceholderFileSection {
    private static final int MOST_FILES = 8;
    private static final int MOST_CHARACTERS = 8_192;

    private static final Keys FILES = new Keys("providers.*.files.*");
    private static final Key<String> NAME = FILES.optional(
            "name",
            Form.text("a file's name of letters, digits and ._-", PlaceholderFileSection::name),
            "none: it has to be set",
            "The name of the file, such as `.npmrc`.");
    private static final Key<String> TEXT = FILES.optional(
            "text",
            Form.text(
                    "text with {placeholder}, at most " + MOST_CHARACTERS + " characters",
                    PlaceholderFileSection::text),
            "none: it has to be set",
            "What is written, with `{placeholder}` where the secret would stand.");
    private static final Key<String> VALUE = FILES.value(
            "value",
            Form.text("text with {file} or {folder}", PlaceholderFileSection::value),
            PlaceholderFile.FILE,
            "The value of the variable, with `{file}` for the path of the file, or `{folder}` for that of its folder.");

    private PlaceholderFileSection() {}

    static List<Keys> keys() {
        return List.of(FILES);
    }

    static List<PlaceholderFile> read(Section section) throws ConfigException {
        List<PlaceholderFile> files = new ArrayList<>();
        for (String variable : section.keys().stream().sorted().toList()) {
            if (Values.variableName(variable) == null) {
                throw section.error(variable + " (expected: " + Values.VARIABLE + ")");
            }
            Section file = section.section(variable);
            @Nullable String name = file.find(NAME);
            @Nullable String text = file.find(TEXT);
            String value = file.read(VALUE);
            file.end();
            if (name == null || text == null) {
                throw file.error("name and text are needed");
            }
            files.add(new PlaceholderFile(variable, value, name, text));
        }
        if (files.size() > MOST_FILES) {
            throw section.error(files.size() + " files (expected: at most " + MOST_FILES + ")");
        }
        return files;
    }

    private static @Nullable String name(String text) {
        return text.matches("\\.?[A-Za-z0-9][A-Za-z0-9._-]{0,63}") ? text : null;
    }

    private static @Nullable String text(String text) {
        return text.contains(PlaceholderFile.PLACEHOLDER) && text.length() <= MOST_CHARACTERS ? text : null;
    }

    private static @Nullable String value(String text) {
        boolean says = text.contains(PlaceholderFile.FILE) || text.contains(PlaceholderFile.FOLDER);
        return says && text.length() <= 256 && text.chars().allMatch(c -> c >= ' ' && c < 0x7f) ? text : null;
    }
}
