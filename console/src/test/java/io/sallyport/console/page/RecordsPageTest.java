package io.sallyport.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.console.session.FormFields;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RecordsPageTest {
    private static AuditSearch search(String query) {
        return AuditSearch.of(Objects.requireNonNull(FormFields.parse(query)));
    }

    @Test
    void everyFieldOfTheFormIsAskedOfTheLog() {
        assertThat(search("sandbox=sb-1&run=r%201&rule=team:x&text=%2Fa%26b&verdict=deny&cursor=7")
                        .query())
                .isEqualTo("&sandbox=sb-1&verdict=deny&run=r%201&rule=team%3Ax&text=%2Fa%26b&cursor=7");
    }

    @Test
    void theLinkToOlderRecordsKeepsTheSearch() {
        AnswerNode answer = AnswerNode.read("{\"records\":[],\"complete\":true,\"next\":\"41\"}");
        assertThat(RecordsPage.of(answer, search("text=abc&cursor=80")).older()).isEqualTo("cursor=41&text=abc");
    }

    @Test
    void theOldestPageHasNoSuchLink() {
        AnswerNode answer = AnswerNode.read("{\"records\":[],\"complete\":true}");
        assertThat(RecordsPage.of(answer, search("text=abc")).older()).isEmpty();
    }
}
