package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.decision.rates.RateKey;
import io.sallyport.decision.rates.RateUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code rates}: what the obligation {@code rate} of a guardrail may name. */
final class RateSection {
    private static final int MOST_RATES = 64;
    private static final Keys RATES = new Keys("rates.*");
    private static final Form<Integer> COUNT = count(RateUnit.REQUESTS);

    private static final Key<Integer> REQUESTS = RATES.optional(
            "requests",
            COUNT,
            "none: it or `tokens` has to be set",
            "Requests in each `per` ([guardrails](guardrails.md)).");
    private static final Key<Integer> TOKENS = RATES.optional(
            "tokens",
            count(RateUnit.TOKENS),
            "none",
            "In place of requests: tokens of models, in and out ([models](inference.md#rates)).");
    private static final Key<Duration> PER = RATES.value(
            "per",
            Form.duration("a duration from 1s to 24h, such as 1m", RateSection::per),
            Duration.ofMinutes(1),
            "The time in which they come back, evenly.");
    private static final Key<Integer> BURST = RATES.optional(
            "burst",
            Form.number(1, RateUnit.TOKENS.most()),
            "`requests` or `tokens`",
            "What may come at once. In any `per` at most `requests` + `burst` pass.");
    private static final Key<RateKey> BY = RATES.list(
            "by",
            Form.text("sandbox, host, model or label:KEY", RateKey::read),
            "`[\"sandbox\"]`",
            "What is counted apart: `sandbox` (with its descendants), `host`, `model`, `label:KEY`.");

    private RateSection() {}

    private static Form<Integer> count(RateUnit unit) {
        return Form.number(unit.least(), unit.most());
    }

    static List<Keys> keys() {
        return List.of(RATES);
    }

    static List<NamedRate> read(Section section) throws ConfigException {
        List<NamedRate> rates = new ArrayList<>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!NamedRate.isName(name)) {
                throw section.place(name).error("rates: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
            }
            rates.add(rate(name, section, section.section(name)));
        }
        if (rates.size() > MOST_RATES) {
            throw section.place("").error("rates: " + rates.size() + " (expected: at most " + MOST_RATES + ")");
        }
        return rates;
    }

    private static NamedRate rate(String name, Section rates, Section section) throws ConfigException {
        RateUnit unit = section.has(TOKENS) ? RateUnit.TOKENS : RateUnit.REQUESTS;
        if (section.has(TOKENS) == section.has(REQUESTS)) {
            throw rates.place(name).error("rates." + name + ": one of requests and tokens is needed");
        }
        int most = section.read(unit == RateUnit.TOKENS ? TOKENS : REQUESTS, unit.least());
        Duration per = section.read(PER);
        int burst = section.read(BURST, most);
        List<RateKey> by = section.list(BY, List.of(new RateKey.BySandbox()));
        section.end();
        if (by.isEmpty()) {
            throw rates.place(name)
                    .error("rates." + name + ".by: an empty list (expected: sandbox, host, model or label:KEY)");
        }
        if (burst > unit.most()) {
            throw rates.place(name)
                    .error("rates." + name + ".burst: " + burst + " (expected: at most " + unit.most() + ")");
        }
        return new NamedRate(name, unit, most, per, burst, by);
    }

    private static @Nullable Duration per(String text) {
        Duration per = Values.duration(text);
        boolean fits =
                per != null && per.compareTo(Duration.ofSeconds(1)) >= 0 && per.compareTo(NamedRate.MAX_PER) <= 0;
        return fits ? per : null;
    }
}
