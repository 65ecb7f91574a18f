package io.sallyport.model.secret;

import java.util.List;

/**
 * That a secret was found, without its value. Immutable.
 *
 * @param name of the form ({@code github-token}) or of the value
 * @param encoding the words of the encodings around it, the outermost first; empty for plain text
 */
public record FoundSecret(FindingKind kind, String name, FindingPlace place, List<String> encoding) {
    public FoundSecret {
        encoding = List.copyOf(encoding);
    }

    /** Returns {@code kind:name@place}, as audit records have it. */
    public String label() {
        return kind.word() + ':' + name + '@' + place.word();
    }
}
