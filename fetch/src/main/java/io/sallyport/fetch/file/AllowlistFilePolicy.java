package io.sallyport.fetch.file;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.url.Allowlist;
import io.sallyport.fetch.url.SkillUrl;
import io.sallyport.model.CanonicalUrl;
import java.util.List;

/** The policy of a run that has a harness and nothing else: its allowlist decides, as it does of skills. */
public record AllowlistFilePolicy(Allowlist allowlist) implements FilePolicy {
    private static final String ANY_PIN = "#sha256=" + "0".repeat(64);

    @Override
    public Judged judge(CanonicalUrl url) {
        return switch (SkillUrl.parse(url.text() + ANY_PIN)) {
            case SkillUrl.Rejected(var refused) -> new Turned(refused);
            case SkillUrl.Accepted(var listed) -> {
                String entry = allowlist.match(listed);
                yield entry == null
                        ? new Turned(FetchRefusal.notAllowed(listed.text(), allowlist.nearest(listed)))
                        : new Admitted(entry, true, List.of());
            }
        };
    }
}
