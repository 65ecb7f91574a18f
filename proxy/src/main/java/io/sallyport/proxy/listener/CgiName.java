package io.sallyport.proxy.listener;

/** Names of fields as a server has them that runs as CGI or WSGI: there all that is no letter or digit is one. */
public final class CgiName {
    private CgiName() {}

    /** Returns {@code name} with a dash for each such char. */
    public static String of(String name) {
        char[] read = name.toCharArray();
        for (int i = 0; i < read.length; i++) {
            read[i] = Character.isLetterOrDigit(read[i]) ? read[i] : '-';
        }
        return new String(read);
    }
}
