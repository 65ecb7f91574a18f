package io.sallyport.configuration;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.sink.BatchBody;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.auditexport.sink.PrintedSettings;
import io.sallyport.auditexport.sink.SinkPlan;
import io.sallyport.auditexport.sink.SinkSettings;
import io.sallyport.auditexport.sink.SinkTarget;
import io.sallyport.auditexport.sink.SyslogSettings;
import io.sallyport.auditexport.sink.SyslogTransport;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.decision.rates.NamedRate;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads {@code audit.sinks}: where records go as they are written. */
final class SinkSection {
    private static final int MOST_SINKS = 16;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofMinutes(1);
    private static final Keys SINKS = new Keys("audit.sinks.*");

    private static final Key<Type> TYPE = SINKS.optional(
            "type",
            Forms.words(Type.values(), type -> type.name().toLowerCase(Locale.ROOT)),
            "none: it has to be set",
            "What receives the records of this sink ([records for other systems](audit-export.md#sinks)).");
    private static final Key<CanonicalUrl> URL = SINKS.optional(
            "url",
            new Form<>(
                    "https://HOST/PATH, or http:// on a loopback address, without a query",
                    SinkSection::url,
                    CanonicalUrl::text,
                    "{\"type\":\"string\"}"),
            "none; `webhook`, `opa` and `otlp` need it",
            "Where batches are posted, such as `https://opa.example/logs` or `https://otel.example/v1/logs`.");
    private static final Key<CanonicalAuthority> ADDRESS = SINKS.optional(
            "address",
            new Form<>("HOST:PORT", SinkSection::authority, CanonicalAuthority::toString, "{\"type\":\"string\"}"),
            "none; `syslog` needs it",
            "The receiver of syslog; over UDP an address, not a name.");
    private static final Key<SyslogTransport> TRANSPORT = SINKS.value(
            "transport",
            Forms.words(SyslogTransport.values(), SyslogTransport::word),
            SyslogTransport.TLS,
            "What carries syslog: TLS (RFC 5425), TCP, or a datagram for each record (RFC 5426), which may be lost.");
    private static final Key<Integer> DATAGRAM_BYTES = SINKS.value(
            "datagram_bytes",
            Form.bytes(SyslogSettings.MIN_DATAGRAM_BYTES, SyslogSettings.MAX_DATAGRAM_BYTES),
            SyslogSettings.DEFAULT_DATAGRAM_BYTES,
            "The longest datagram of syslog; a longer message is cut off, and says so at its end.");
    private static final Key<ExportForm> FORM = SINKS.optional(
            "form",
            Forms.words(ExportForm.values(), ExportForm::word),
            "`jsonl`; `opa` for `opa`; `otlp` has its own",
            "The [form](audit-export.md#forms) of each record.");
    private static final Key<String> HEADER = SINKS.value(
            "header",
            Form.text("the name of a header", SinkSection::token),
            "Authorization",
            "The header that `header_file` is the value of.");
    private static final Key<String> HEADER_FILE = SINKS.optional(
            "header_file",
            Forms.FILE,
            "no such header",
            "The whole value of that header, such as `Bearer TOKEN`; read for each batch.");
    private static final Key<String> HMAC_FILE = SINKS.optional(
            "hmac_file",
            Forms.FILE,
            "bodies are not signed",
            "The key of `Sallyport-Signature`, the HMAC-SHA-256 of the body as it is sent; read for each batch.");
    private static final Key<Cidr> ADDRESSES = SINKS.list(
            "addresses",
            Forms.BLOCK,
            "public ones, those on loopback, and those of `egress.allow_addresses`",
            "Blocks in which the receiver's addresses lie; they may be private.");
    private static final Key<Integer> BATCH_RECORDS =
            SINKS.value("batch_records", Form.number(1, 10_000), 500, "The most records of one batch.");
    private static final Key<Integer> BATCH_BYTES = SINKS.value(
            "batch_bytes",
            Form.bytes(1 << 10, 64 << 20),
            1 << 20,
            "The most bytes of one batch, as the log holds them; a longer record is a batch of its own.");
    private static final Key<Duration> PAUSE = SINKS.value(
            "pause", Forms.ZERO_OR_MORE, Duration.ofSeconds(1), "How long records gather between two batches.");
    private static final Key<Duration> TIMEOUT =
            SINKS.value("timeout", Form.DURATION, Duration.ofSeconds(10), "How long the delivery of a batch may take.");
    private static final Key<Duration> MAX_AGE =
            SINKS.value("max_age", Form.DURATION, Duration.ofHours(24), "Older records are skipped and counted.");
    private static final Key<Long> MAX_LAG_BYTES = SINKS.value(
            "max_lag_bytes",
            Form.amount(1 << 20, 1L << 50),
            1L << 30,
            "How many bytes of the log may wait; beyond, the oldest records are skipped and counted.");

    private final String name;
    private final Section section;
    private final Path folder;

    /** What receives records. */
    private enum Type {
        STDOUT,
        SYSLOG,
        WEBHOOK,
        OPA,
        OTLP
    }

    private SinkSection(String name, Section section, Path folder) {
        this.name = name;
        this.section = section;
        this.folder = folder;
    }

    static List<Keys> keys() {
        return List.of(SINKS);
    }

    static List<SinkPlan> read(Section audit, Path folder) throws ConfigException {
        Section section = audit.section("sinks");
        List<SinkPlan> plans = new ArrayList<>();
        for (String name : section.keys().stream().sorted().toList()) {
            if (!NamedRate.isName(name)) {
                throw section.place(name).error("audit.sinks: " + name + " (expected: 1 to 63 of a-z 0-9 . _ -)");
            }
            @Nullable SinkPlan plan = new SinkSection(name, section.section(name), folder).plan();
            if (plan != null) {
                plans.add(plan);
            }
        }
        if (plans.size() > MOST_SINKS) {
            throw audit.place("sinks")
                    .error("audit.sinks: " + plans.size() + " (expected: at most " + MOST_SINKS + ")");
        }
        return plans;
    }

    /** Returns null if something that it needs is missing or a fault. */
    private @Nullable SinkPlan plan() {
        var settings = new SinkSettings(
                name,
                section.read(BATCH_RECORDS),
                section.read(BATCH_BYTES),
                section.read(PAUSE),
                section.read(MAX_AGE),
                section.read(MAX_LAG_BYTES),
                FIRST_RETRY,
                LAST_RETRY);
        @Nullable Type type = needed(TYPE);
        if (type == null) {
            return null;
        }
        @Nullable SinkTarget target = target(type);
        section.end();
        return target == null ? null : new SinkPlan(settings, target);
    }

    private <T> @Nullable T needed(Key<T> key) {
        T found = section.find(key);
        if (found == null && !section.has(key)) {
            section.faults()
                    .add(section.error(
                            key.name() + ": is missing (expected: " + key.form().expected() + ")"));
        }
        return found;
    }

    private @Nullable SinkTarget target(Type type) {
        return switch (type) {
            case STDOUT -> new PrintedSettings(section.read(FORM, ExportForm.JSONL));
            case SYSLOG -> syslog();
            case WEBHOOK -> http(BatchBody.LINES, section.read(FORM, ExportForm.JSONL));
            case OPA -> http(BatchBody.ARRAY, ExportForm.OPA);
            case OTLP -> http(BatchBody.OTLP, ExportForm.JSONL);
        };
    }

    private @Nullable SyslogSettings syslog() {
        SyslogTransport transport = section.read(TRANSPORT);
        int datagramBytes = section.read(DATAGRAM_BYTES);
        ExportForm form = section.read(FORM, ExportForm.JSONL);
        Duration timeout = section.read(TIMEOUT);
        List<String> addresses = addresses();
        @Nullable CanonicalAuthority address = needed(ADDRESS);
        if (address != null
                && transport == SyslogTransport.UDP
                && address.host().address() == null) {
            section.faults().add(section.error("address: " + address + " (expected: IP-ADDRESS:PORT for datagrams)"));
            return null;
        }
        return address == null ? null : new SyslogSettings(address, transport, addresses, form, datagramBytes, timeout);
    }

    private @Nullable HttpSettings http(BatchBody body, ExportForm form) {
        String header = section.read(HEADER);
        @Nullable Path headerFile = section.path(HEADER_FILE, folder);
        @Nullable Path hmacFile = section.path(HMAC_FILE, folder);
        Duration timeout = section.read(TIMEOUT);
        List<String> addresses = addresses();
        @Nullable CanonicalUrl url = needed(URL);
        return url == null ? null : new HttpSettings(url, addresses, body, form, header, headerFile, hmacFile, timeout);
    }

    private List<String> addresses() {
        return section.list(ADDRESSES).stream().map(Cidr::toString).toList();
    }

    private static @Nullable CanonicalUrl url(String text) {
        if (!(CanonicalUrl.parse(text, Dialect.DOCUMENT)
                instanceof Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url))) {
            return null;
        }
        return url.isHttpsOrLoopback() && url.query().text() == null ? url : null;
    }

    private static @Nullable CanonicalAuthority authority(String text) {
        return CanonicalAuthority.parse(text, Dialect.DOCUMENT)
                                instanceof Parsed.Accepted<CanonicalAuthority>(CanonicalAuthority at)
                        && at.portOr(0) > 0
                ? at
                : null;
    }

    /** Returns the name of a header that a secret may be in: a token of RFC 9110, section 5.6.2. */
    private static @Nullable String token(String text) {
        return text.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}") ? text : null;
    }
}
