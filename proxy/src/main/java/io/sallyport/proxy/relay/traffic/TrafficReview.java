package io.sallyport.proxy.relay.traffic;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.OngoingTraffic;
import io.sallyport.proxy.relay.message.HeldBody;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what runs and may not go on: at once, or, where it is judged with a body that takes the event loop too long,
 * when it has been judged beside it. Confined to its event loop.
 */
public final class TrafficReview {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficReview.class);

    private final OngoingTraffic rules;
    private final Executor judging;
    private final Executor loop;
    private final Set<OpenTraffic> judged = new HashSet<>();

    /**
     * @param judging judges beside event loops
     * @param loop that this is confined to
     */
    public TrafficReview(OngoingTraffic rules, Executor judging, Executor loop) {
        this.rules = rules;
        this.judging = judging;
        this.loop = loop;
    }

    /** Whether policy may say something else of {@code one} by now. */
    boolean isStale(OpenTraffic one) {
        return rules.isStale(one.passage());
    }

    /** Whether {@code one} has been ended. What is judged beside the loop may be ended later. */
    boolean ends(OpenTraffic one) {
        AllowedRequest passage = one.passage();
        RequestBody body = passage.headers().body();
        if (body == null || !HeldBody.takesLong(body) || !isStale(one)) {
            return ends(one, rules.review(passage));
        }
        if (judged.add(one)) {
            judgeBeside(one);
        }
        return false;
    }

    /** Where the threads have no room it is asked again by the next sweep. */
    private void judgeBeside(OpenTraffic one) {
        try {
            judging.execute(() -> {
                Verdict verdict = verdict(one.passage());
                loop.execute(() -> {
                    if (judged.remove(one)) {
                        ends(one, verdict);
                    }
                });
            });
        } catch (RejectedExecutionException full) {
            judged.remove(one);
        }
    }

    private Verdict verdict(AllowedRequest passage) {
        try {
            return rules.review(passage);
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("a running request is ended by a fault of ours", broken);
            return Verdict.refuse(ReasonCode.INTERNAL_ERROR);
        }
    }

    private static boolean ends(OpenTraffic one, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Pass _ -> false;
            case Verdict.Refuse why -> {
                one.cut(why.reason());
                yield true;
            }
        };
    }

    /** It runs no more. */
    void ended(OpenTraffic one) {
        judged.remove(one);
    }
}
