package io.sallyport.proxy.enforce.server;

import io.sallyport.model.CanonicalRequest;

/**
 * One thing that an API server can do.
 *
 * @param json as the sandbox is told of it, one object
 * @param call what the sandbox asks for when it uses it; what stands in braces in the path is asked for by its name
 */
public record ApiTool(String json, CanonicalRequest call) {}
