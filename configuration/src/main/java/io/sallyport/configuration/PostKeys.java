package io.sallyport.configuration;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.sink.BatchBody;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a section that says where bodies are posted, and how. Immutable. */
record PostKeys(
        Key<CanonicalUrl> url,
        Key<String> header,
        Key<String> headerFile,
        Key<String> hmacFile,
        Key<Cidr> addressBlocks,
        Key<Duration> timeout) {
    /**
     * Declares the keys.
     *
     * @param unset what the reference says of a missing address
     * @param about its sentence about the address
     */
    PostKeys(Keys keys, String unset, String about) {
        this(
                keys.optional(
                        "url",
                        new Form<>(
                                "https://HOST/PATH, or http:// on a loopback address, without a query",
                                PostKeys::url,
                                CanonicalUrl::text,
                                "{\"type\":\"string\"}"),
                        unset,
                        about),
                keys.value(
                        "header",
                        Form.text("the name of a header", PostKeys::token),
                        "Authorization",
                        "The header that `header_file` is the value of."),
                keys.optional(
                        "header_file",
                        Forms.FILE,
                        "no such header",
                        "The whole value of that header, such as `Bearer TOKEN`; read for each batch."),
                keys.optional(
                        "hmac_file",
                        Forms.FILE,
                        "bodies are not signed",
                        "The key of `Sallyport-Signature`, the HMAC-SHA-256 of the body as it is sent; read for each"
                                + " batch."),
                keys.list(
                        "addresses",
                        Forms.BLOCK,
                        "public ones, those on loopback, and those of `egress.allow_addresses`",
                        "Blocks in which the receiver's addresses lie; they may be private."),
                keys.value(
                        "timeout",
                        Form.DURATION,
                        Duration.ofSeconds(10),
                        "How long the delivery of a batch may take."));
    }

    /** Returns null, after a fault, if the address is missing. */
    @Nullable
    HttpSettings read(Section section, Path folder, BatchBody body, ExportForm form) {
        String name = section.read(header);
        @Nullable Path value = section.path(headerFile, folder);
        @Nullable Path key = section.path(hmacFile, folder);
        Duration limit = section.read(timeout);
        List<String> blocks = addresses(section);
        @Nullable CanonicalUrl at = needed(section, url);
        return at == null ? null : new HttpSettings(at, blocks, body, form, name, value, key, limit);
    }

    List<String> addresses(Section section) {
        return section.list(addressBlocks).stream().map(Cidr::toString).toList();
    }

    /** Returns null, after a fault, if {@code key} is missing. */
    static <T> @Nullable T needed(Section section, Key<T> key) {
        T found = section.find(key);
        if (found == null && !section.has(key)) {
            section.faults()
                    .add(section.error(
                            key.name() + ": is missing (expected: " + key.form().expected() + ")"));
        }
        return found;
    }

    private static @Nullable CanonicalUrl url(String text) {
        if (!(CanonicalUrl.parse(text, Dialect.DOCUMENT)
                instanceof Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl url))) {
            return null;
        }
        return url.isHttpsOrLoopback() && url.query().text() == null ? url : null;
    }

    /** Returns the name of a header that a secret may be in: a token of RFC 9110, section 5.6.2. */
    private static @Nullable String token(String text) {
        return text.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}") ? text : null;
    }
}
