package io.sallyport.fetch.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.Sha256;

/**
 * Where something was got from, or is wanted from.
 *
 * @param url as it may be shown
 * @param sha256 of the whole URL, whose query may be a secret
 */
public record FetchSource(String url, Sha256 sha256) {
    public static FetchSource of(String shown, String whole) {
        return new FetchSource(shown, Sha256.of(whole.getBytes(UTF_8)));
    }
}
