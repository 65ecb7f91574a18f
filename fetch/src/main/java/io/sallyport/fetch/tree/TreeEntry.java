package io.sallyport.fetch.tree;

/** One regular file of a skill. */
public record TreeEntry(SkillPath path, Sha256 sha256) {}
