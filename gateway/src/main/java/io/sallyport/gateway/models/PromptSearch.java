package io.sallyport.gateway.models;

import io.sallyport.configuration.Config;
import io.sallyport.decision.secrets.RequestSearch;
import io.sallyport.gateway.credentials.SearchedSecrets;
import io.sallyport.models.PromptRecording;
import io.sallyport.proxy.credentials.ExemptPlaceholders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks in prompts for what no record may hold: what is looked for in what leaves, and placeholders of any sandbox. */
public final class PromptSearch {
    private static final Logger LOG = LoggerFactory.getLogger(PromptSearch.class);

    private PromptSearch() {}

    /** Returns what records say of prompts; waits for the search where they say something. */
    public static PromptRecording recording(Config config, SearchedSecrets searched) {
        int most = config.models().promptBytes();
        if (most == 0) {
            return PromptRecording.NONE;
        }
        LOG.warn("records of models hold prompts: inference.recorded_prompt_bytes is {}", most);
        RequestSearch search = searched.policy().search();
        return new PromptRecording(
                most,
                config.limits().proxy().judgedBodyBytes(),
                text -> ExemptPlaceholders.isMarked(text) || !search.in(text).isEmpty());
    }
}
