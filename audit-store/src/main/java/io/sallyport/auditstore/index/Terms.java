package io.sallyport.auditstore.index;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.jspecify.annotations.Nullable;

/** A set of terms for one field of a document. Used again for each document; confined to one thread. */
final class Terms extends TokenStream {
    /** How many characters a term of searched text has. */
    static final int GRAM = 3;

    /** Of a longer text, what follows is not searched. */
    static final int MAX_TEXT_CHARS = 8_192;

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private Iterator<String> rest = Collections.emptyIterator();

    /** Begins anew. */
    Terms of(Set<String> terms) {
        rest = terms.iterator();
        return this;
    }

    /** Returns {@code text} in the form in which it is searched. */
    static String searched(@Nullable String text) {
        if (text == null) {
            return "";
        }
        String kept = text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS);
        return kept.toLowerCase(Locale.ROOT);
    }

    /** Returns all runs of three characters of a text in its searched form. */
    static Set<String> grams(String searched) {
        Set<String> grams = new LinkedHashSet<>();
        for (int i = 0; i + GRAM <= searched.length(); i++) {
            grams.add(searched.substring(i, i + GRAM));
        }
        return grams;
    }

    /** Returns the names above {@code host}, each with a dot before it. */
    static Set<String> suffixes(String host) {
        Set<String> suffixes = new LinkedHashSet<>();
        for (int at = host.indexOf('.'); at >= 0; at = host.indexOf('.', at + 1)) {
            suffixes.add(host.substring(at));
        }
        return suffixes;
    }

    @Override
    public boolean incrementToken() {
        if (!rest.hasNext()) {
            return false;
        }
        clearAttributes();
        term.append(rest.next());
        return true;
    }
}
