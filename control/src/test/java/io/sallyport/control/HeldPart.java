package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.SandboxId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A part that records its calls. A run named {@code slow} waits for the latch; a run named {@code full} is refused. */
final class HeldPart implements SandboxPart {
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch slow = new CountDownLatch(1);
    final CountDownLatch slowBegan = new CountDownLatch(1);

    @Override
    public Prepared prepare(SandboxId id, SandboxSpec spec, boolean isThere) {
        String run = String.valueOf(spec.documents().run());
        if (run.equals("full")) {
            return new Prepared.Refused(new SandboxAnswer.Unavailable("there is no room"));
        }
        if (run.equals("slow")) {
            slowBegan.countDown();
            await();
        }
        heard.add("prepared " + id);
        return Prepared.Ready.PLAIN;
    }

    private void await() {
        try {
            slow.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void abandon(SandboxId id) {
        heard.add("abandoned " + id);
    }

    @Override
    public void activate(SandboxState state) {
        heard.add("active " + state.id());
    }

    @Override
    public void policyChanged(SandboxId sandbox) {
        heard.add("changed " + sandbox);
    }

    @Override
    public void end(Sandbox gone) {
        heard.add("ended " + gone.id());
    }
}
