package io.sallyport.decision.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.message.RequestBody;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of MCP, of which one entry is refused. */
class ListFilterTest {
    private final List<String> asked = new ArrayList<>();

    private FilteredText filter(String json, Listing... listings) {
        return ListFilter.filter(
                json, listings.length == 0 ? Set.of() : EnumSet.copyOf(List.of(listings)), this::permits);
    }

    private FilteredText tools(String json) {
        return filter(json, Listing.TOOLS);
    }

    private boolean permits(RequestBody call) {
        assertThat(call.isNaming()).isTrue();
        asked.add(new String(call.bytes(), UTF_8));
        return !asked.getLast().contains("delete");
    }

    private static String answer(String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}";
    }

    @Test
    void whatIsRefusedIsRemovedAndTheRestIsKept() {
        assertThat(tools(answer("{\"tools\":[{\"name\":\"search\",\"inputSchema\":{\"maximum\":1.0}},"
                        + "{\"name\":\"delete\"}],\"nextCursor\":\"2\"}")))
                .isEqualTo(new FilteredText.Reduced(
                        "{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{\"nextCursor\":\"2\","
                                + "\"tools\":[{\"inputSchema\":{\"maximum\":1.0},\"name\":\"search\"}]}}",
                        1));
        assertThat(asked.getFirst())
                .isEqualTo(
                        "{\"id\":\"list\",\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"search\"}}");
    }

    @Test
    void promptsAndResourcesAreAskedInTheirOwnWords() {
        assertThat(filter(answer("{\"prompts\":[{\"name\":\"delete\"}]}"), Listing.PROMPTS))
                .isInstanceOf(FilteredText.Reduced.class);
        assertThat(filter(answer("{\"resources\":[{\"name\":\"n\",\"uri\":\"file:///delete\"}]}"), Listing.RESOURCES))
                .isInstanceOf(FilteredText.Reduced.class);
        assertThat(asked.getFirst()).contains("\"method\":\"prompts/get\",\"params\":{\"name\":\"delete\"}");
        assertThat(asked.getLast()).contains("\"method\":\"resources/read\",\"params\":{\"uri\":\"file:///delete\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\":[{\"name\":\"search\"}]}",
                "{\"tools\":[{\"name\":\"search\",\"inputSchema\":{\"maximum\":9223372036854775807,\"a\":1,\"A\":2}}]}",
                "{\"tools\":[]}",
                "{\"content\":[{\"tools\":[{\"name\":\"delete\"}]}]}",
                "[{\"name\":\"delete\"}]",
                "null"
            })
    void whatHoldsNothingRefusedIsUnchanged(String result) {
        assertThat(tools(answer(result))).isEqualTo(new FilteredText.Unchanged());
    }

    @Test
    void listsThatNobodyAskedForAreLeftAlone() {
        assertThat(filter(answer("{\"tools\":[{\"name\":\"delete\"}]}"), Listing.PROMPTS))
                .isEqualTo(new FilteredText.Unchanged());
    }

    @Test
    void eachAnswerOfABatchIsRead() {
        String batch = "[" + answer("{\"tools\":[{\"name\":\"delete\"}]}") + ","
                + answer("{\"tools\":[{\"name\":\"delete\"},{\"name\":\"search\"}]}") + "]";
        assertThat(tools(batch)).isInstanceOf(FilteredText.Reduced.class).hasFieldOrPropertyWithValue("removed", 2);
    }

    @Test
    void anErrorAndACallOfTheServerAreUnchanged() {
        assertThat(tools("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}"))
                .isEqualTo(new FilteredText.Unchanged());
        assertThat(tools("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"))
                .isEqualTo(new FilteredText.Unchanged());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\":[{\"title\":\"search\"}]}",
                "{\"tools\":[{\"name\":7}]}",
                "{\"tools\":[\"search\"]}",
                "{\"tools\":[{\"name\":\"search\",\"Name\":\"delete\"}]}",
                "{\"tools\":[{\"Name\":\"search\"}]}"
            })
    void anEntryWithoutOneClearNameIsRemoved(String result) {
        assertThat(tools(answer(result)))
                .isInstanceOf(FilteredText.Reduced.class)
                .hasFieldOrPropertyWithValue("removed", 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\":[],\"tools\":[{\"name\":\"delete\"}]}",
                "{\"tools\":[],\"t\\u006fols\":[{\"name\":\"delete\"}]}",
                "{\"tools\":[],\"Tools\":[{\"name\":\"delete\"}]}",
                "{\"TOOLS\":[{\"name\":\"delete\"}]}",
                "{\"tools\":{\"name\":\"delete\"}}",
                "{\"tools\":null}",
                "{\"tools\":[{\"name\":\"search\",\"name\":\"delete\"}]}",
                "{\"tools\":[{\"name\":\"\\ud800\"}]}",
                "1},\"Result\":{\"tools\":[{\"name\":\"delete\"}]",
                "1,\"result\":{\"tools\":[{\"name\":\"delete\"}]}"
            })
    void whatTwoClientsReadInTwoWaysIsUnreadable(String result) {
        assertThat(tools(answer(result).replace("1}]}", "1]}"))).isInstanceOf(FilteredText.Unreadable.class);
    }

    @Test
    void aListOfTooManyEntriesIsUnreadable() {
        String entries =
                IntStream.range(0, 1_001).mapToObj(i -> "{\"name\":\"t\"}").collect(Collectors.joining(","));
        assertThat(tools(answer("{\"tools\":[" + entries + "]}"))).isInstanceOf(FilteredText.Unreadable.class);
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tools", "{\"a\":1} {\"b\":2}", "\ufeff{}", "{\"n\":1e99999999999}"})
    void whatIsNoJsonIsUnreadable(String text) {
        assertThat(tools(text)).isInstanceOf(FilteredText.Unreadable.class);
    }
}
