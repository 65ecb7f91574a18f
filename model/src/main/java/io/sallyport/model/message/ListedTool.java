package io.sallyport.model.message;

import io.sallyport.model.Sha256;

/**
 * The digests of a tool of MCP, as the lists of its server described it in one session.
 *
 * @param first under which it was listed first
 * @param last under which it was listed last
 */
public record ListedTool(Sha256 first, Sha256 last) {}
