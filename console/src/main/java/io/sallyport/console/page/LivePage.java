package io.sallyport.console.page;

import java.util.List;

/**
 * Decisions as they fall.
 *
 * @param recent the last of them, the newest first
 * @param filter which decisions are shown
 */
public record LivePage(List<DecisionRow> recent, LiveFilter filter) {
    public LivePage {
        recent = List.copyOf(recent);
    }
}
