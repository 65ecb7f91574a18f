package io.sallyport.decision.secrets;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;

/**
 * What is looked for in a URL that a sandbox names and the gateway itself asks for. Safe for concurrent use.
 *
 * @param headers of such a request, which know what is looked for: no field of it is the sandbox's
 */
public record UrlSearch(FindingMode mode, RequestHeaders headers) {
    /** Rules find forms of tokens; the setting does nothing. */
    public static final UrlSearch OFF = new UrlSearch(FindingMode.OFF, RequestHeaders.EMPTY);

    /** Returns what the setting finds. */
    public List<FoundSecret> in(CanonicalRequest request) {
        return mode.found(request, headers);
    }

    /** Returns what becomes of a request that the policies allow. */
    public Decision judge(CanonicalRequest request, Decision said) {
        return said instanceof Decision.Allow allow ? mode.judge(request, headers, allow) : said;
    }
}
