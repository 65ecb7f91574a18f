package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.ask.AskLimits;
import java.time.Duration;
import java.util.List;

/** Reads {@code ask}. */
final class AskSection {
    private static final int MOST_HELD = 10_000;

    private static final Keys ASK = new Keys("ask");
    private static final Key<Duration> TIMEOUT = ASK.value(
            "timeout",
            Form.DURATION,
            AskLimits.DEFAULT.timeout(),
            "How long a request waits for a person at most ([ask](ask.md)).");
    private static final Key<Integer> MAX_HELD = ASK.value(
            "max_held",
            Form.number(0, MOST_HELD),
            AskLimits.DEFAULT.maxHeld(),
            "Requests that wait at once; one more is refused. `0`: none waits.");
    private static final Key<Integer> MAX_HELD_PER_SANDBOX = ASK.value(
            "max_held_per_sandbox",
            Form.number(1, MOST_HELD),
            AskLimits.DEFAULT.maxHeldPerSandbox(),
            "The same of one sandbox.");

    private AskSection() {}

    static List<Keys> keys() {
        return List.of(ASK);
    }

    static AskLimits read(Section section) throws ConfigException {
        var limits = new AskLimits(section.read(TIMEOUT), section.read(MAX_HELD), section.read(MAX_HELD_PER_SANDBOX));
        section.end();
        return limits;
    }
}
