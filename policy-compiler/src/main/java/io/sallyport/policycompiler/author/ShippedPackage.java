package io.sallyport.policycompiler.author;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A Rego package that ships for guardrails to import, such as {@code data.sallyport.forge}. It is compiled together
 * with the guardrails that name it, and with no others.
 */
public enum ShippedPackage {
    FORGE,
    OBJECTS,
    PACKAGES;

    /** Not the name of an author's file. */
    private static final String FOLDER = "(sallyport)/";

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Pattern read = Pattern.compile("\\bdata\\.sallyport\\." + word + "\\b");
    private final Pattern declared = Pattern.compile("(?m)^\\s*package\\s+sallyport\\." + word + "\\s*(#.*)?$");

    private String file() {
        return word + ".rego";
    }

    /** Returns the Rego of the packages that {@code texts} name and do not declare, by file name in {@code folder}. */
    public static SortedMap<String, String> namedIn(Collection<String> texts, String folder) {
        SortedMap<String, String> found = new TreeMap<>();
        for (ShippedPackage shipped : values()) {
            if (texts.stream().anyMatch(text -> shipped.read.matcher(text).find())
                    && texts.stream()
                            .noneMatch(text -> shipped.declared.matcher(text).find())) {
                found.put(folder + shipped.file(), shipped.text());
            }
        }
        return found;
    }

    /** Returns {@code modules} with the packages that they, or {@code query}, name and do not declare. */
    public static SortedMap<String, String> beside(Map<String, String> modules, String query) {
        List<String> texts = new ArrayList<>(modules.values());
        texts.add(query);
        SortedMap<String, String> all = namedIn(texts, FOLDER);
        all.putAll(modules);
        return all;
    }

    static SortedMap<String, String> namedIn(Collection<String> texts) {
        return namedIn(texts, FOLDER);
    }

    /** Returns whether a file that is compiled is the text of a shipped package. */
    static boolean isFile(String file) {
        return file.startsWith(FOLDER);
    }

    private String text() {
        try (InputStream in = ShippedPackage.class.getResourceAsStream("/io/sallyport/rego/" + file())) {
            return new String(Objects.requireNonNull(in, this::file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
