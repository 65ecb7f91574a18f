package io.sallyport.model.text;

import java.util.regex.Pattern;

/** The form of the names of a sandbox's labels: 1 to 63 characters. Stateless. */
public final class LabelName {
    /** The form as a regular expression, for messages. */
    public static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}");

    private LabelName() {}

    /** Returns whether {@code text} may name a label. */
    public static boolean is(String text) {
        return FORM.matcher(text).matches();
    }
}
