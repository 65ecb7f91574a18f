package io.sallyport.decision.body;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What path and query say of a request to a repository: git's smart HTTP (git's {@code http-protocol}) and Git LFS. A
 * path that is nearly one of theirs is unclear, since some server may take it for one.
 */
sealed interface GitRequest {
    /** Not a request to a repository. */
    record None() implements GitRequest {}

    record Fetch(String repository) implements GitRequest {}

    /** A push of which the head says no more: an advertisement, an upload of LFS. */
    record Push(String repository) implements GitRequest {}

    /** A push that begins with commands. */
    record Commands(String repository) implements GitRequest {}

    /** A batch of LFS: its body says whether it fetches. */
    record LfsBatch(String repository) implements GitRequest {}

    record Unclear() implements GitRequest {}

    Set<String> FETCHES = Set.of("git-upload-pack", "git-upload-archive");
    String PUSH = "git-receive-pack";
    String REFS = "/info/refs";
    String LFS = "/info/lfs/";
    List<String> MARKS = List.of("/git-receive-pack", "/git-upload-", "/info/refs", "/info/lfs");
    String SUFFIX = ".git";

    static GitRequest of(CanonicalRequest request) {
        CanonicalPath path = request.path();
        String method = request.method();
        if (path == null || method == null) {
            return new None();
        }
        String text = path.text();
        String last = text.substring(text.lastIndexOf('/') + 1);
        String parent = repository(text.substring(0, text.length() - last.length()));
        if (FETCHES.contains(last) || last.equals(PUSH)) {
            boolean readable = method.equals("POST") && !parent.isEmpty();
            return !readable ? new Unclear() : last.equals(PUSH) ? new Commands(parent) : new Fetch(parent);
        }
        if (text.endsWith(REFS)) {
            return advertisement(request, repository(text.substring(0, text.length() - REFS.length())), method);
        }
        int lfs = text.indexOf(LFS);
        if (lfs > 0) {
            return lfs(repository(text.substring(0, lfs)), text.substring(lfs + LFS.length()), method);
        }
        return isNearly(text) ? new Unclear() : new None();
    }

    private static GitRequest advertisement(CanonicalRequest request, String repository, String method) {
        Map<String, List<String>> parameters = request.query().parameters();
        List<String> services = parameters == null || parameters.size() > 1 ? null : parameters.get("service");
        if (services == null || services.size() > 1 || !method.equals("GET") || repository.isEmpty()) {
            return new Unclear();
        }
        String service = services.getFirst();
        return service.equals(PUSH)
                ? new Push(repository)
                : FETCHES.contains(service) ? new Fetch(repository) : new Unclear();
    }

    private static GitRequest lfs(String repository, String call, String method) {
        if (repository.isEmpty()) {
            return new Unclear();
        }
        if (method.equals("GET")) {
            return new Fetch(repository);
        }
        return method.equals("POST") && call.equals("objects/batch") ? new LfsBatch(repository) : new Push(repository);
    }

    private static boolean isNearly(String path) {
        String folded = path.toLowerCase(Locale.ROOT);
        return MARKS.stream().anyMatch(folded::contains);
    }

    /**
     * Returns the path without slashes around it and without {@code .git} at its end; empty if git is named in it too.
     */
    private static String repository(String path) {
        if (isNearly(path)) {
            return "";
        }
        String inner = path.substring(Math.min(1, path.length()));
        String trimmed = inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner;
        return trimmed.endsWith(SUFFIX) ? trimmed.substring(0, trimmed.length() - SUFFIX.length()) : trimmed;
    }
}
