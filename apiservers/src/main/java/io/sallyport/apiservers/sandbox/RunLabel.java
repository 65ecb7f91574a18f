package io.sallyport.apiservers.sandbox;

import io.sallyport.model.SandboxId;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the servers of a run hear that it is called, in their environment and with each call: visible ASCII, the rest
 * percent-encoded (RFC 3986, section 2.1), so that it is one word in a log and in a header.
 */
final class RunLabel {
    private RunLabel() {}

    /** @param called by the runner; where it called it nothing, the run is called as its sandbox is */
    static String of(@Nullable String called, SandboxId sandbox) {
        return called == null ? sandbox.text() : encoded(called);
    }

    private static String encoded(String called) {
        var label = new StringBuilder(called.length());
        for (byte b : called.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 0x7f && b != '%') {
                label.append((char) b);
            } else {
                label.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
            }
        }
        return label.toString();
    }
}
