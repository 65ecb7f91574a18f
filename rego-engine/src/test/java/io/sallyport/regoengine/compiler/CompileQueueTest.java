package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileQueue.Entered;
import io.sallyport.regoengine.compiler.CompileQueue.TurnedAway;
import org.junit.jupiter.api.Test;

class CompileQueueTest {
    private final CompileQueue queue = new CompileQueue(2, 2);

    @Test
    void jobsAreTakenInTheOrderInWhichTheyCame() throws InterruptedException {
        CompileJob first = enter("a", "1");
        CompileJob second = enter("b", "2");
        assertThat(queue.take()).isSameAs(first);
        assertThat(queue.take()).isSameAs(second);
    }

    @Test
    void fullQueueTurnsAwayUntilOneIsTaken() throws InterruptedException {
        enter("a", "1");
        enter("b", "2");
        assertThat(tryToEnter("c", "3")).isEqualTo(new TurnedAway(Bound.QUEUE_LENGTH));
        queue.take();
        assertThat(tryToEnter("c", "3")).isInstanceOf(Entered.class);
    }

    @Test
    void guardrailsGoAheadEvenOfAFullQueue() throws InterruptedException {
        enter("a", "1");
        enter("b", "2");
        var ahead = new CompileJob.Key("g", CompileBudget.ofGuardrails());
        var entered = (Entered) queue.enter("guardrails", ahead, () -> new CompileJob(ahead, new byte[0], 0));
        assertThat(queue.take()).isSameAs(entered.job());
    }

    @Test
    void equalRequestJoinsEvenWhereTheQueueIsFull() {
        enter("a", "1");
        CompileJob second = enter("b", "2");
        assertThat(enter("c", "2")).isSameAs(second);
    }

    @Test
    void equalRequestJoinsOneThatIsRunning() throws InterruptedException {
        CompileJob job = enter("a", "1");
        queue.take();
        assertThat(enter("b", "1")).isSameAs(job);
        queue.leave(job);
        assertThat(enter("b", "1")).isNotSameAs(job);
    }

    @Test
    void otherBudgetIsAnotherJob() {
        CompileJob sandbox = enter("a", "1");
        var key = new CompileJob.Key("1", CompileBudget.ofGuardrails());
        var entered = (Entered) queue.enter("a", key, () -> new CompileJob(key, new byte[0], 0));
        assertThat(entered.job()).isNotSameAs(sandbox);
    }

    @Test
    void shareCountsWhatWaitsWhatRunsAndWhatWasJoined() throws InterruptedException {
        CompileJob job = enter("a", "1");
        queue.take();
        enter("b", "2");
        enter("a", "2");
        assertThat(tryToEnter("a", "3")).isEqualTo(new TurnedAway(Bound.REQUESTER_SHARE));
        assertThat(tryToEnter("b", "3")).isInstanceOf(Entered.class);
        queue.leave(job);
        assertThat(tryToEnter("a", "3")).isInstanceOf(Entered.class);
    }

    @Test
    void closedQueueGivesBackWhoWaitedAndAdmitsNobody() throws InterruptedException {
        CompileJob waiting = enter("a", "1");
        assertThat(queue.close()).containsExactly(waiting);
        assertThat(queue.take()).isNull();
        assertThat(tryToEnter("b", "2")).isEqualTo(new TurnedAway(Bound.CLOSED));
    }

    private CompileJob enter(String requester, String digest) {
        return ((Entered) tryToEnter(requester, digest)).job();
    }

    private CompileQueue.Entry tryToEnter(String requester, String digest) {
        var key = new CompileJob.Key(digest, CompileBudget.ofSandbox());
        return queue.enter(requester, key, () -> new CompileJob(key, new byte[0], 0));
    }
}
