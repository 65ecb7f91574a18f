package io.sallyport.models;

import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelOperation;
import io.sallyport.inference.ModelRequest;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.ModelInvocation;
import io.sallyport.model.text.Parsed;

/**
 * One backend that could answer a request.
 *
 * @param model the name there
 */
record ModelRoute(ModelBackend backend, String model) {
    /** Returns the request that is sent there, as far as a key may be bound to it. */
    CanonicalRequest sent(ModelRequest request) {
        ModelOperation other = ClientAnswers.translated(request.endpoint().operation());
        ModelEndpoint endpoint =
                other == null || backend.speaks(request.endpoint().operation())
                        ? request.withModel(model).endpoint()
                        : new ModelEndpoint(other, null);
        CanonicalUrl url = backend.url();
        return CanonicalRequest.http(
                url.scheme(),
                url.host(),
                url.port(),
                endpoint.operation().method(),
                canonical(BackendRequest.path(backend, endpoint)),
                CanonicalQuery.NONE);
    }

    private static CanonicalPath canonical(String path) {
        return switch (CanonicalPath.parse(path)) {
            case Parsed.Accepted(CanonicalPath canonical) -> canonical;
            case Parsed.Rejected(String why, int _) -> throw new IllegalStateException("names of models: " + why);
        };
    }

    /** Returns the question to policy whether the request may go there. */
    CanonicalAction question(CanonicalAction use, ModelRequest request) {
        Integer most = request.maxTokens();
        return use.by(new ModelInvocation(
                backend.name(),
                backend.isLocal(),
                request.endpoint().api().word(),
                request.endpoint().operation().word(),
                request.tools(),
                request.messages(),
                request.size(),
                most == null ? 0 : (long) most * request.choices(),
                request.isStream()));
    }
}
