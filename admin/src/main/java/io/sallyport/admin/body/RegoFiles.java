package io.sallyport.admin.body;

import io.sallyport.documents.DiagnosticCode;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads {@code rego}: file name to text. The names are labels in diagnostics and bundles; no file of that name is
 * opened.
 */
final class RegoFiles {
    private static final int MAX_FILES = 256;
    private static final int MAX_NAME_CHARS = 200;
    private static final Pattern NAME =
            Pattern.compile("(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*");

    private RegoFiles() {}

    static Map<String, String> read(CallBody json, String member) throws BodyRefusal {
        Map<String, String> files = json.strings(member, MAX_FILES);
        for (String name : files.keySet()) {
            if (name.length() > MAX_NAME_CHARS || !NAME.matcher(name).matches()) {
                json.wrong(
                        DiagnosticCode.WRONG_VALUE,
                        "\"" + CallBody.shown(name) + "\" is no file name",
                        "letters, digits, _ and -, dots after the first, parts divided by /, as in lib/hosts.rego");
            }
        }
        return files;
    }
}
