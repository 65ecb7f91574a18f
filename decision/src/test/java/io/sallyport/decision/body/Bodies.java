package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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

    /** Checks that {@code form} is the value of {@code json}. */
    static void assertReads(BodyForm form, String json) {
        assertThat(form).isEqualTo(new BodyForm.Read(RegoJson.valueOf(json)));
    }

    static void assertUnreadable(BodyForm form, String why) {
        assertThat(form).isEqualTo(new BodyForm.Unreadable(why));
    }
}
