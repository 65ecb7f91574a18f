package io.sallyport.model.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.text.Parsed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-011",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
                "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\n"
            })
    void anythingButTheExactFormOfVersion00IsRejected(String value) {
        assertThat(TraceContext.parse(value)).isInstanceOf(Parsed.Rejected.class);
    }

    @Test
    void theExampleOfTheRecommendationIsReadAndWritten() {
        String header = "00-" + TRACE + "-" + SPAN + "-01";
        assertThat(TraceContext.parse(header)).isEqualTo(new Parsed.Accepted<>(new TraceContext(TRACE, SPAN, true)));
        assertThat(new TraceContext(TRACE, SPAN, true).header()).isEqualTo(header);
    }

    @Test
    void onlyTheLowestFlagSaysSampled() {
        assertThat(TraceContext.parse("00-" + TRACE + "-" + SPAN + "-fe"))
                .isEqualTo(new Parsed.Accepted<>(new TraceContext(TRACE, SPAN, false)));
    }

    @Test
    void aChildKeepsTheTraceAndHasASpanOfItsOwn() {
        var random = new SplittableRandom(1);
        TraceContext first = TraceContext.begin(random, true);
        TraceContext child = first.child(random, false);
        assertThat(child.traceId()).isEqualTo(first.traceId());
        assertThat(child.spanId()).isNotEqualTo(first.spanId());
        assertThat(TraceContext.parse(child.header())).isEqualTo(new Parsed.Accepted<>(child));
    }
}
