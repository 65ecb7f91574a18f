package io.sallyport.decision.secrets;

import io.sallyport.findings.SoughtValue;
import java.util.List;

/**
 * What the operator looks for, and what is done about what is found. Immutable.
 *
 * @param bodies whether {@code ENFORCE} looks into bodies too, and into messages that a WebSocket sends
 * @param depth how many encodings are undone, 0 to 3
 * @param canaries values beside the forms of tokens
 */
public record FindingSettings(FindingMode mode, boolean bodies, int depth, List<SoughtValue> canaries) {
    /** Forms of tokens are looked for where a rule reads them. */
    public static final FindingSettings OFF =
            new FindingSettings(FindingMode.OFF, false, RequestSearch.DEPTH, List.of());

    public FindingSettings {
        canaries = List.copyOf(canaries);
    }
}
