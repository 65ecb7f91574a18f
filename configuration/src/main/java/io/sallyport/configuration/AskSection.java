package io.sallyport.configuration;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.sink.BatchBody;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.ask.AskLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    private static final Keys WEBHOOK = new Keys("ask.webhook");
    private static final PostKeys POST = new PostKeys(
            WEBHOOK, "none; it is needed", "Where requests that begin to wait are told ([ask](ask.md#webhook)).");

    private AskSection() {}

    static List<Keys> keys() {
        return List.of(ASK, WEBHOOK);
    }

    static AskSettings read(Section section, Path folder) throws ConfigException {
        var limits = new AskLimits(section.read(TIMEOUT), section.read(MAX_HELD), section.read(MAX_HELD_PER_SANDBOX));
        boolean isTold = section.has("webhook");
        Section told = section.section("webhook");
        HttpSettings webhook = isTold ? webhook(told, folder) : null;
        section.end();
        return new AskSettings(limits, webhook);
    }

    private static @Nullable HttpSettings webhook(Section section, Path folder) throws ConfigException {
        HttpSettings read = POST.read(section, folder, BatchBody.LINES, ExportForm.JSONL);
        section.end();
        return read;
    }
}
