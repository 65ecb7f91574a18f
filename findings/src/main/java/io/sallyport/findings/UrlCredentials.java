package io.sallyport.findings;

import io.sallyport.model.secret.FindingKind;
import org.jspecify.annotations.Nullable;

/** A name and a password in the authority of a URL (RFC 3986, section 3.2.1). */
record UrlCredentials(String name) implements Sought {
    private static final ByteSet USER = ByteSet.of("A-Za-z0-9._~%!$&'()*+,;=-");
    private static final ByteSet PASSWORD = ByteSet.of("A-Za-z0-9._~%!$&'()*+,;=:-");
    private static final ByteSet HOST = ByteSet.of("A-Za-z0-9[");
    private static final int MAX = 256;
    private static final int MIN_PASSWORD = 6;

    @Override
    public FindingKind kind() {
        return FindingKind.TOKEN;
    }

    /** The anchor is the scheme with its two slashes. */
    @Override
    public @Nullable SecretSpan at(ScannedText text, int at) {
        int user = afterSlashes(text, at);
        int colon = user + text.run(USER, user, MAX);
        if (colon >= text.to() || text.bytes()[colon] != ':') {
            return null;
        }
        int password = colon + 1;
        int end = password + text.run(PASSWORD, password, MAX);
        boolean is = end - password >= MIN_PASSWORD
                && text.bytes()[password] != '$' // a variable that a shell or a template fills in
                && end + 1 < text.to()
                && text.bytes()[end] == '@'
                && HOST.has(text.bytes()[end + 1]);
        return is ? new SecretSpan(password, end) : null;
    }

    private static int afterSlashes(ScannedText text, int at) {
        int i = at;
        while (text.bytes()[i] != '/') {
            i++;
        }
        return i + 2;
    }
}
