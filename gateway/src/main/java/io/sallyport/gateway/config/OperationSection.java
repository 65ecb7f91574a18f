package io.sallyport.gateway.config;

import io.sallyport.gateway.config.OperationSettings.Drain;
import io.sallyport.gateway.config.OperationSettings.Health;
import io.sallyport.gateway.config.OperationSettings.LogFormat;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads {@code health}, {@code drain}, {@code log} and {@code handover}. */
final class OperationSection {
    private static final String ZERO_OR_MORE = "0s, or " + Values.DURATION.replace(" above zero", "");
    private static final Duration HANDOVER_WAIT = Duration.ofMinutes(1);

    private OperationSection() {}

    static OperationSettings read(Section top) throws ConfigException {
        Section log = top.section("log");
        LogFormat format = log.read("format", LogFormat.TEXT, "text or json", OperationSection::format);
        log.end();
        return new OperationSettings(
                health(top.section("health")),
                drain(top.section("drain")),
                format,
                handoverWait(top.section("handover")));
    }

    private static @Nullable Health health(Section section) throws ConfigException {
        boolean metrics = section.read("metrics", false, "true or false", Values::trueOrFalse);
        Health health = section.has("listen")
                ? new Health(
                        section.read("listen", Values.loopback(0), Values.SOCKET_ADDRESS, Values::socketAddress),
                        metrics)
                : null;
        section.pass("listen");
        section.end();
        if (health == null && section.has("metrics")) {
            throw section.place("metrics").error("health.metrics: there is no health.listen where they could be read");
        }
        return health;
    }

    private static Drain drain(Section section) throws ConfigException {
        var drain = new Drain(
                section.read("delay", Duration.ZERO, ZERO_OR_MORE, OperationSection::zeroOrMore),
                section.read("timeout", Duration.ofSeconds(10), Values.DURATION, Values::duration),
                section.read("quiet", Duration.ofSeconds(1), Values.DURATION, Values::duration));
        section.end();
        return drain;
    }

    private static Duration handoverWait(Section section) throws ConfigException {
        Duration wait = section.read("wait", HANDOVER_WAIT, ZERO_OR_MORE, OperationSection::zeroOrMore);
        section.end();
        return wait;
    }

    private static @Nullable Duration zeroOrMore(String text) {
        return text.equals("0s") ? Duration.ZERO : Values.duration(text);
    }

    private static @Nullable LogFormat format(String text) {
        return switch (text) {
            case "text" -> LogFormat.TEXT;
            case "json" -> LogFormat.JSON;
            default -> null;
        };
    }
}
