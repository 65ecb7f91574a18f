package io.sallyport.audit;

import io.sallyport.model.Sha256;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.program.ObservedProgram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a record takes, in bytes: objects, fixed fields, and two bytes per character. */
final class RecordSize {
    private static final int FIXED_BYTES = 320;

    private RecordSize() {}

    static int of(AuditEvent event) {
        return FIXED_BYTES
                + of(event.facts())
                + of(event.request())
                + switch (event) {
                    case AuditEvent.QuestionEvent asked -> of(asked.question());
                    case AuditEvent.FetchEvent asked -> of(asked.fetch());
                    case AuditEvent.ModelEvent asked -> of(asked.model());
                    case AuditEvent.RequestEvent _,
                            AuditEvent.NameEvent _,
                            AuditEvent.EndEvent _,
                            AuditEvent.ChangeEvent _ -> 0;
                };
    }

    private static int of(EventFacts facts) {
        return of(facts.auditId())
                + of(facts.sandbox())
                + of(facts.run())
                + of(facts.revision())
                + of(facts.namedRule())
                + of(facts.detail())
                + of(facts.lease())
                + of(facts.pattern())
                + of(facts.source())
                + of(facts.objections())
                + facts.findings().size() * FIXED_BYTES;
    }

    /** Without a stream, which each record would pay for though nearly none has objections. */
    private static int of(List<Objection> objections) {
        int sum = 0;
        for (int i = 0; i < objections.size(); i++) {
            sum += of(objections.get(i));
        }
        return sum;
    }

    private static int of(RequestPart request) {
        return of(request.host())
                + of(request.method())
                + of(request.path())
                + ofTexts(request.queryNames())
                + of(request.protocol())
                + of(request.address())
                + of(request.via());
    }

    private static int ofTexts(List<String> texts) {
        int sum = 0;
        for (int i = 0; i < texts.size(); i++) {
            sum += of(texts.get(i));
        }
        return sum;
    }

    private static int of(@Nullable ConnectionSource source) {
        return source == null ? 0 : of(source.client()) + of(source.peer()) + of(source.program());
    }

    private static int of(@Nullable ObservedProgram program) {
        return program == null ? 0 : of(program.path()) + Sha256.DIGITS;
    }

    private static int of(FetchPart fetched) {
        return FIXED_BYTES
                + of(fetched.url())
                + of(fetched.allowedBy())
                + fetched.findings().stream()
                        .mapToInt(finding -> FIXED_BYTES / 2 + of(finding.file()))
                        .sum();
    }

    private static int of(ModelPart model) {
        return FIXED_BYTES
                + of(model.name())
                + of(model.providerModel())
                + (model.prompt() == null ? 0 : 2 * model.prompt().length())
                + FIXED_BYTES * model.attempts().size();
    }

    private static int of(Objection objection) {
        return FIXED_BYTES + of(objection.target()) + of(objection.remaining());
    }

    private static int of(QuestionPart question) {
        return FIXED_BYTES
                + of(question.skill())
                + of(question.skillVersion())
                + of(question.skillDigest())
                + of(question.command())
                + of(question.target())
                + ofTexts(question.allowlist());
    }

    private static int of(@Nullable String text) {
        return text == null ? 0 : 2 * text.length();
    }
}
