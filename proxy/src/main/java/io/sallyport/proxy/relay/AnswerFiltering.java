package io.sallyport.proxy.relay;

import io.sallyport.decision.listing.FilteredText;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.ListQuestions;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.credentials.TokenAnswers;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.relay.listing.AnswerFilter;
import io.sallyport.proxy.relay.listing.FilteredAnswer;
import io.sallyport.proxy.relay.listing.StreamedLists;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.LastHop;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the answer to one request is held and read before it is sent on: for what lists it may show, or for the
 * tokens of a login. Confined to its event loop; to be closed.
 */
final class AnswerFiltering {
    private final Worker worker;
    private final AllowedRequest passage;
    private final FilteredAnswer filtered;
    private final Executor loop;
    private final Runnable wake;
    private @Nullable AnswerFilter filter;

    /** @param wake is called on {@code loop} once all parts of the answer that are there were read */
    AnswerFiltering(Worker worker, AllowedRequest passage, FilteredAnswer filtered, Executor loop, Runnable wake) {
        this.worker = worker;
        this.passage = passage;
        this.filtered = filtered;
        this.loop = loop;
        this.wake = wake;
    }

    /**
     * Holds what comes back by {@code last}, where that is needed.
     *
     * @param ofServer whether an API server answers
     */
    void begin(LastHop last, boolean ofServer) {
        TokenAnswers tokens = last instanceof CredentialHop ours ? ours.scope().answers() : null;
        if (tokens == null) {
            ofLists(ofServer);
        } else {
            filtered.byTokens(filter("the answer of a login", answer -> kept(tokens, last, answer)));
        }
    }

    /**
     * Holds lists of tools and their like, where the request asks for some.
     *
     * @param ofServer whether an API server answers; its streams are not looked at
     */
    void ofLists(boolean ofServer) {
        if (!passage.lists().isEmpty()) {
            var asked = new ListQuestion(passage.request(), passage.headers(), passage.lists());
            filtered.by(filter(() -> asked));
            return;
        }
        ListQuestions asked = passage.sandbox().admission().tools().questions();
        StreamedLists streamed = ofServer ? null : StreamedLists.of(asked, passage.request(), passage.headers());
        if (streamed != null) {
            filtered.within(streamed, this::filter);
        }
    }

    private AnswerFilter filter(Supplier<ListQuestion> asked) {
        return filter("a list", message -> worker.gate().path().ongoing().show(passage, asked.get(), message));
    }

    private AnswerFilter filter(String what, Function<String, FilteredText> show) {
        AnswerFilter made = new AnswerFilter(
                what,
                show,
                worker.gate().judging(),
                loop,
                passage.sandbox().admission().buffers(),
                worker.limits().judgedBodyBytes(),
                wake);
        filter = made;
        return made;
    }

    /** The answer of a login, with placeholders in the place of its tokens; what went up is hidden as well. */
    private static FilteredText kept(TokenAnswers tokens, LastHop last, String answer) {
        return switch (tokens.keep(answer)) {
            case Parsed.Accepted(String shown) -> hidden(shown, last.redaction());
            case Parsed.Rejected(String why, int _) -> new FilteredText.Unreadable(why);
        };
    }

    private static FilteredText hidden(String text, @Nullable Redaction hiding) {
        String shown = hiding == null ? text : hiding.of(text);
        String refused = hiding == null ? null : hiding.refusedAs();
        return refused == null
                ? new FilteredText.Reduced(shown, 0)
                : new FilteredText.Unreadable("the secret of " + refused + " came back");
    }

    /** Holds nothing any longer. */
    void close() {
        AnswerFilter begun = filter;
        if (begun != null) {
            begun.close();
        }
    }
}
