package io.sallyport.fetch.forge;

import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.tree.SkillPath;

/** Takes the files of a skill as they come. */
@FunctionalInterface
public interface SkillSink {
    void take(SkillPath path, byte[] content) throws RefusedException;
}
