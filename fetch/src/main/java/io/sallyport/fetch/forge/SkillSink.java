package io.sallyport.fetch.forge;

import io.sallyport.egress.http.ByteCount;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.SkillPath;

/** Takes the files of a skill as they come, and is told on the way what that costs. */
public interface SkillSink {
    /** As {@link ByteCount#receive}, on an event loop. */
    boolean receive(long came);

    /** Is told before the one who gets it waits for a place of its own sandbox's. */
    void waits();

    /** Takes one file, whole. */
    void take(SkillPath path, byte[] content) throws RefusedException;
}
