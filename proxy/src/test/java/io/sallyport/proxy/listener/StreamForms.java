package io.sallyport.proxy.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Properties of the reader for any field section in place of one that opens a stream. */
final class StreamForms {
    private static final HeadLimits LIMITS = new HeadLimits(2_048, 1_024, 32, Duration.ofSeconds(1));

    private StreamForms() {}

    /** The section that {@code bytes} name: a field a line, a tab behind its name. */
    static FieldSection section(byte[] bytes) {
        var section = new FieldSection();
        for (String field : new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            int end = field.indexOf('\t');
            section.add(end < 0 ? field : field.substring(0, end), end < 0 ? "" : field.substring(end + 1));
        }
        return section;
    }

    /** What is taken is a head that HTTP/1.1 would read as the same one. */
    static void check(FieldSection section, boolean ended) {
        for (TargetForm form : TargetForm.values()) {
            check(section, form, ended);
        }
    }

    private static void check(FieldSection section, TargetForm form, boolean ended) {
        switch (StreamRequest.read(section, form, ended, LIMITS)) {
            case HeadResult.Incomplete<RequestHead> _ -> throw new AssertionError("a section is whole");
            case HeadResult.Malformed<RequestHead> refused ->
                assertThat(refused.why()).isNotBlank();
            case HeadResult.Complete<RequestHead>(RequestHead head) -> {
                HeadForms.wellFormed(head);
                HeadForms.readsTheSame(head);
                assertThat(head.fields().count("Host")).isLessThanOrEqualTo(1);
                assertThat(head.fields().count("Cookie")).isLessThanOrEqualTo(1);
            }
        }
    }
}
