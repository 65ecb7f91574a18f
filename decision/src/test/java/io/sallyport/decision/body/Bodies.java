package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.RegoJson;
import java.util.List;

/** Bodies, and what tests expect of their forms. */
final class Bodies {
    static final String JSON = "application/json";
    static final String FORM = "application/x-www-form-urlencoded";

    private Bodies() {}

    static BodyForms of(String contentType, String body) {
        return of(contentType, body.getBytes(UTF_8));
    }

    static BodyForms of(String contentType, byte[] body) {
        return BodyForms.of(body, List.of(contentType), List.of(), BodyLimits.DEFAULT);
    }

    static BodyForms json(String body) {
        return of(JSON, body);
    }

    /** A request of {@code a.test}; {@code target} is a path with or without query. */
    static CanonicalRequest request(String method, String target) {
        String[] parts = target.split("\\?", 2);
        CanonicalHost host = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("a.test")).value();
        CanonicalPath path = ((Parsed.Accepted<CanonicalPath>) CanonicalPath.parse(parts[0])).value();
        CanonicalQuery query = parts.length > 1 ? CanonicalQuery.parse(parts[1]) : CanonicalQuery.NONE;
        return CanonicalRequest.http(Scheme.HTTPS, host, 443, method, path, query);
    }

    /** Checks that {@code form} is the value of {@code json}. */
    static void assertReads(BodyForm form, String json) {
        assertThat(form).isEqualTo(new BodyForm.Read(RegoJson.valueOf(json)));
    }

    static void assertUnreadable(BodyForm form, String why) {
        assertThat(form).isEqualTo(new BodyForm.Unreadable(why));
    }
}
