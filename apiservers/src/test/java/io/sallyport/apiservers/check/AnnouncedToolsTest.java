package io.sallyport.apiservers.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What a gateway would leave out of a list of tools is a fault of the list. */
final class AnnouncedToolsTest {
    private static String tool(int i, String endpoint, String description) {
        return "{\"name\": \"t" + i + "\", \"description\": \"" + description + "\", \"endpoint\": \"" + endpoint
                + "\", \"method\": \"GET\", \"input_schema\": {\"type\": \"object\"}}";
    }

    /** Why the list is not told as a whole; empty if it is. */
    private static String leftOut(String written) {
        return switch (AnnouncedTools.parse(JsonMapper.shared().readTree(written))) {
            case AnnouncedTools.Rejected rejected -> throw new AssertionError(rejected);
            case AnnouncedTools.Accepted(var tools) ->
                tools.told(written) instanceof AnnouncedTools.Rejected(var why) ? why : "";
        };
    }

    private static String many(int count, String description) {
        return IntStream.range(0, count)
                .mapToObj(i -> tool(i, "/do", description))
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void aListHasTheBoundsOfTheGateway() {
        assertThat(leftOut(many(AnnouncedTools.MAX_TOOLS, "does"))).isEmpty();
        assertThat(leftOut(many(AnnouncedTools.MAX_TOOLS + 1, "does"))).isEqualTo("it has more than 200 tools");
        assertThat(leftOut(many(190, "x".repeat(1_400)))).isEqualTo("it is longer than 262144 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/{id}/b", "/a%20b?c=d&e", "/~a,(b);c=1"})
    void anEndpointThatCanBeAskedForIsNoFault(String endpoint) {
        assertThat(leftOut("[" + tool(1, endpoint, "does") + "]")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a b", "/\u00e4", "/a#b", "/<id>"})
    void anEndpointThatNobodyCanAskForIsOne(String endpoint) {
        assertThat(leftOut("[" + tool(1, endpoint, "does") + "]")).contains("an endpoint");
    }
}
