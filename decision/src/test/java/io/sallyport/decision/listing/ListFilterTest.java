package io.sallyport.decision.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of MCP, of which one entry is refused. */
class ListFilterTest {
    private final List<String> asked = new ArrayList<>();
    private final List<@Nullable ListedTool> digests = new ArrayList<>();
    private final ListedTools known = new ListedTools();

    private FilteredText filter(String json, Listing... listings) {
        return ListFilter.filter(
                json,
                listings.length == 0 ? Set.of() : EnumSet.copyOf(List.of(listings)),
                session("a.test"),
                this::permits);
    }

    private ListSession session(String host) {
        var name = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse(host)).value();
        return ListSession.of(known, CanonicalRequest.connect(Scheme.HTTPS, name, 443), RequestHeaders.EMPTY);
    }

    private FilteredText tools(String json) {
        return filter(json, Listing.TOOLS);
    }

    private boolean permits(RequestBody call) {
        assertThat(call.isNaming()).isTrue();
        asked.add(new String(call.bytes(), UTF_8));
        digests.add(call.listed("t"));
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
                .contains(
                        "\"id\":\"list\",\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"search\"}}");
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

    private List<String> changes(String host, String tools) {
        ListSession session = session(host);
        var _ = ListFilter.filter(answer("{\"tools\":[" + tools + "]}"), Set.of(Listing.TOOLS), session, this::permits);
        return session.changes();
    }

    @Test
    void aToolThatHasChangedInItsSessionIsToldOnce() {
        String first = "{\"description\":\"a\",\"name\":\"t\"}";
        String changed = "{\"description\":\"b\",\"name\":\"t\"}";
        assertThat(changes("a.test", first)).isEmpty();
        assertThat(changes("a.test", "{\"name\": \"t\", \"_meta\": {\"n\": 1}, \"description\": \"\\u0061\"}"))
                .as("the same in other words")
                .isEmpty();
        assertThat(changes("b.test", changed)).as("another session").isEmpty();
        assertThat(changes("a.test", changed))
                .containsExactly("\"t\" from " + Sha256.hexOf(first) + " to " + Sha256.hexOf(changed));
        assertThat(changes("a.test", changed)).isEmpty();
        var listed = new ListedTool(Sha256.of(first.getBytes(UTF_8)), Sha256.of(changed.getBytes(UTF_8)));
        assertThat(session("a.test").listed("t")).isEqualTo(listed);
        assertThat(session("a.test").listed("u")).isNull();
        assertThat(digests.getLast()).isEqualTo(listed);
        assertThat(changes("a.test", first)).as("it is changed back").hasSize(1);
    }

    @Test
    void twoDefinitionsInOneListAreAChange() {
        assertThat(changes("a.test", "{\"name\":\"t\"},{\"name\":\"t\",\"title\":\"T\"}"))
                .hasSize(1);
    }

    @Test
    void whatIsRememberedIsBounded() {
        assertThat(changes("a.test", "{\"name\":\"t\"}")).isEmpty();
        for (int i = 0; i < ListedTools.MAX_SESSIONS; i++) {
            assertThat(changes("h" + i + ".test", "{\"name\":\"t\"}")).isEmpty();
        }
        assertThat(changes("a.test", "{\"name\":\"t\",\"title\":\"T\"}"))
                .as("forgotten")
                .isEmpty();
    }
}
