package io.sallyport.admin;

import io.sallyport.web.Endpoint;
import java.util.concurrent.Executor;

/** What a listener of the control API serves beside it: pages for people, below a path of their own. */
@FunctionalInterface
public interface Pages {
    /** Where pages begin; the control API has no such path. */
    String PATH = "/console";

    /**
     * Opens the pages. The endpoint checks who asks, since a browser sends no bearer token.
     *
     * @param calls the control API, as the pages may use it
     * @param workers threads for work that may block
     */
    Endpoint over(PageCalls calls, Executor workers);

    /** Returns whether a path belongs to the pages. */
    static boolean isPage(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }
}
