package io.sallyport.console.page.ask;

import io.sallyport.console.page.AnswerNode;
import java.util.List;

/**
 * A request that waits for a person.
 *
 * @param url without its query
 * @param hasQuery whether it has one, which is not shown
 * @param rules that asked
 * @param messages what they say
 * @param digest names exactly what an approval covers
 * @param openedAt since when it waits, RFC 3339
 * @param expiresAt when it is refused if nobody answers, RFC 3339
 */
public record WaitingAsk(
        String id,
        String sandbox,
        String run,
        String method,
        String url,
        boolean hasQuery,
        List<String> rules,
        List<String> messages,
        String digest,
        String openedAt,
        String expiresAt) {
    public WaitingAsk {
        rules = List.copyOf(rules);
        messages = List.copyOf(messages);
    }

    static WaitingAsk of(AnswerNode ask) {
        return new WaitingAsk(
                ask.text("id"),
                ask.text("sandbox"),
                ask.text("run"),
                ask.text("method"),
                ask.text("url"),
                ask.isTrue("query"),
                ask.texts("asked"),
                ask.texts("messages"),
                ask.text("digest"),
                ask.text("opened_at"),
                ask.text("expires_at"));
    }
}
