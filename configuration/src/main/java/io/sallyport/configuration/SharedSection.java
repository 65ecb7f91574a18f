package io.sallyport.configuration;

import io.sallyport.configuration.key.Faults;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.shared.RecordSettings;
import io.sallyport.shared.SharedSettings;
import io.sallyport.shared.SharedSettings.OnOutage;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code shared}: where several gateways share their counters, and their sandboxes. */
final class SharedSection {
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private static final Keys REDIS = new Keys("shared.redis");
    private static final Key<String> URL = REDIS.optional(
            "url",
            Form.STRING,
            "each gateway counts by itself",
            "`redis://HOST[:PORT][/DB]`, or `rediss:` for TLS: what all gateways use ([replicas](replicas.md)).");
    private static final Key<String> USER =
            REDIS.optional("user", Form.STRING, "the default user", "The user of its ACL.");
    private static final Key<String> PASSWORD_FILE = REDIS.optional(
            "password_file", Form.STRING, "none", "A file whose first line is the password; read at each connection.");
    private static final Key<String> TRUST =
            REDIS.optional("trust", Form.STRING, "the system's", "A file of certificates in PEM, for `rediss://`.");
    private static final Key<String> PREFIX_OF_KEYS = REDIS.value(
            "prefix",
            Form.text(
                    "1 to 63 of A-Z a-z 0-9 . _ -", text -> PREFIX.matcher(text).matches() ? text : null),
            "sallyport",
            "With which all its keys begin; the same for all gateways.");
    private static final Key<Duration> TIMEOUT = REDIS.value(
            "timeout",
            Form.DURATION,
            Duration.ofSeconds(1),
            "How long a call may take, and a request wait for one; then it is refused.");
    private static final Key<Integer> SLICE = REDIS.value(
            "slice",
            Form.number(0, 500),
            50,
            "Which part of what is left a gateway takes at once, in thousandths; `0`: each charge asks.");
    private static final Key<OnOutage> ON_OUTAGE = REDIS.value(
            "on_outage",
            Form.words(Forms.two("refuse", OnOutage.REFUSE, "slack", OnOutage.SLACK)),
            OnOutage.REFUSE,
            "While it does not answer: `refuse` what has a budget, or spend the `slack` that a gateway holds.");
    private static final Key<Duration> OUTAGE_LIMIT =
            REDIS.value("outage_limit", Form.DURATION, Duration.ofSeconds(10), "How long `slack` is spent so.");
    private static final Key<Duration> RECOVERY_WAIT = REDIS.value(
            "recovery_wait",
            Form.DURATION,
            Duration.ofMinutes(1),
            "How long one that may have lost something waits for gateways that do not come back.");

    private static final Keys SANDBOXES = new Keys("shared.sandboxes");
    private static final Key<String> KEY_FILE = SANDBOXES.optional(
            "key_file",
            Form.STRING,
            "sandboxes are put to each gateway",
            "A file with 32 bytes in base64, the same for all gateways: it seals"
                    + " [sandboxes](replicas.md#sandboxes) in the store.");
    private static final Key<Duration> CONFIRM_WAIT = SANDBOXES.value(
            "confirm_wait",
            Form.DURATION,
            Duration.ofMillis(250),
            "How long the answer to a change waits for other gateways to have it in force.");
    private static final Key<OnOutage> SANDBOXES_ON_OUTAGE = SANDBOXES.value(
            "on_outage",
            Form.words(Forms.two("refuse", OnOutage.REFUSE, "slack", OnOutage.SLACK)),
            OnOutage.SLACK,
            "While the store does not answer: `refuse` all requests, or let them pass by what is in force (`slack`).");
    private static final Key<Duration> SANDBOXES_OUTAGE_LIMIT =
            SANDBOXES.value("outage_limit", Form.DURATION, Duration.ofMinutes(5), "How long `slack` lets them pass.");

    private SharedSection() {}

    static List<Keys> keys() {
        return List.of(REDIS, SANDBOXES);
    }

    /** What {@code shared} says; both are null where nothing is shared. */
    record Read(@Nullable SharedSettings store, @Nullable RecordSettings sandboxes) {}

    static Read read(Section shared, Path folder) {
        Section redis = shared.section("redis");
        Section sandboxes = shared.section("sandboxes");
        shared.end();
        RecordSettings records = sandboxes(sandboxes, folder);
        SharedSettings store = store(redis, folder);
        if (records != null && store == null) {
            sandboxes.faults().add(sandboxes.place("key_file").error("shared.sandboxes: there is no shared.redis.url"));
        }
        return new Read(store, records);
    }

    private static @Nullable RecordSettings sandboxes(Section section, Path folder) {
        Path key = section.find(KEY_FILE) == null ? null : section.path(KEY_FILE, folder);
        Duration wait = section.read(CONFIRM_WAIT);
        OnOutage onOutage = section.read(SANDBOXES_ON_OUTAGE);
        Duration limit = section.read(SANDBOXES_OUTAGE_LIMIT);
        section.end();
        if (key != null) {
            return new RecordSettings(key, wait, onOutage, limit);
        }
        if (!section.keys().isEmpty()) {
            section.faults().add(section.place("key_file").error("shared.sandboxes: there is no key_file"));
        }
        return null;
    }

    private static @Nullable SharedSettings store(Section section, Path folder) {
        String address = section.find(URL);
        String user = section.find(USER);
        Path password = section.find(PASSWORD_FILE) == null ? null : section.path(PASSWORD_FILE, folder);
        Path trust = section.find(TRUST) == null ? null : section.path(TRUST, folder);
        String prefix = section.read(PREFIX_OF_KEYS);
        Duration timeout = section.read(TIMEOUT);
        int slice = section.read(SLICE);
        OnOutage onOutage = section.read(ON_OUTAGE);
        Duration limit = section.read(OUTAGE_LIMIT);
        Duration recovery = section.read(RECOVERY_WAIT);
        section.end();
        Faults faults = section.faults();
        if (address == null) {
            if (!section.keys().isEmpty()) {
                faults.add(section.place("url").error("shared.redis: there is no url"));
            }
            return null;
        }
        URI url = url(address);
        if (url == null) { // not repeated: there may be a password in it
            faults.add(section.place("url")
                    .error("shared.redis.url: no redis://HOST[:PORT][/DB] or rediss://, without a user or password"));
            return null;
        }
        if (user != null && password == null) {
            faults.add(section.place("user").error("shared.redis.user: there is no password_file"));
        }
        if (recovery.compareTo(limit) < 0) {
            faults.add(section.place("recovery_wait")
                    .error("shared.redis.recovery_wait: less than outage_limit (others would be given what a gateway"
                            + " that is cut off still spends)"));
        }
        return new SharedSettings(url, user, password, trust, prefix, timeout, slice, onOutage, limit, recovery);
    }

    private static @Nullable URI url(String text) {
        try {
            URI url = new URI(text);
            boolean known = "redis".equals(url.getScheme()) || "rediss".equals(url.getScheme());
            boolean plain = url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
            String path = url.getRawPath();
            boolean database = path == null || path.isEmpty() || path.matches("/[0-9]{0,4}");
            return known && plain && database && url.getHost() != null ? url : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }
}
