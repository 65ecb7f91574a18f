package io.sallyport.fetch.tree;

import io.sallyport.model.Sha256;

/** One regular file of a skill. */
public record TreeEntry(SkillPath path, Sha256 sha256) {}
