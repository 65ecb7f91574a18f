package io.sallyport.inference;

import java.util.regex.Pattern;

/** The form of a model's name, as far as it is the same everywhere. */
final class ModelName {
    /** The maximum length, in characters. */
    static final int MAX_CHARS = 200;

    /**
     * Letters, digits and what providers put between them: {@code gpt-4o}, {@code ft:gpt-4o:acme::id}, {@code
     * library/llama3.2:1b}, {@code @cf/meta/llama}. Nothing that a path, a header or a log could read otherwise.
     */
    private static final Pattern FORM =
            Pattern.compile("@?[A-Za-z0-9][A-Za-z0-9._:@+-]*+(?:/[A-Za-z0-9][A-Za-z0-9._:@+-]*+)*+");

    private ModelName() {}

    static boolean isName(String text) {
        return text.length() <= MAX_CHARS && FORM.matcher(text).matches();
    }
}
