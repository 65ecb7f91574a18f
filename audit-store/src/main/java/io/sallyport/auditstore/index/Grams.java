package io.sallyport.auditstore.index;

import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * The runs of three characters of texts, for one field of a document: without an object for each, and repeated where
 * they are, which an index of documents alone takes as once. Used again for each document; confined to one thread.
 */
final class Grams extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private List<String> texts = List.of();
    private int text;
    private int at;

    /** Begins anew, with texts in their searched form. */
    Grams of(List<String> searched) {
        texts = searched;
        text = 0;
        at = 0;
        return this;
    }

    @Override
    public boolean incrementToken() {
        while (text < texts.size()) {
            String from = texts.get(text);
            if (at + Terms.GRAM <= from.length()) {
                clearAttributes();
                term.append(from, at, at + Terms.GRAM);
                at++;
                return true;
            }
            text++;
            at = 0;
        }
        return false;
    }
}
