package io.sallyport.fetch.git;

import io.sallyport.fetch.tree.SkillPath;
import org.eclipse.jgit.lib.ObjectId;

/** A file of a skill, and the object that it is. Immutable. */
record GitFile(SkillPath path, ObjectId id) {}
