package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseReader;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;

/** Questions about the shape of a lease, and about errors. */
final class ShapeQuestions {
    private ShapeQuestions() {}

    static LineVerdict shape(Input input) throws UnreadableLine {
        if (input.has("error_code")) {
            return error(input.text("error_code"));
        }
        String json = input.has("lease_json")
                ? input.text("lease_json")
                : input.has("generate")
                        ? GeneratedLease.of(new Input(input.member("generate")))
                        : input.member("lease").toString();
        return switch (LeaseReader.validate("lease", json)) {
            case LeaseReader.Read _ -> LineVerdict.word("valid", "a lease");
            case LeaseReader.Refused refused -> invalid(refused);
        };
    }

    private static LineVerdict error(String name) throws UnreadableLine {
        LeaseError error = LeaseError.of(name);
        if (error == null) {
            throw new UnreadableLine("input.error_code is no code of a lease");
        }
        return new LineVerdict(
                JsonNodeFactory.instance.objectNode().put("retryable", error.isRetryable()),
                error.isRetryable() ? "the same request may succeed later" : "the same request fails again");
    }

    static LineVerdict invalid(LeaseReader.Refused refused) {
        return LineVerdict.of(LeaseError.INVALID_REQUEST, why(refused.diagnostics()));
    }

    /** Returns what is wrong with a document, with the first problem in full. */
    static String why(List<Diagnostic> diagnostics) {
        return diagnostics.stream()
                .filter(Diagnostic::isError)
                .limit(1)
                .map(found -> found.line() + ":" + found.column() + ": " + found.code() + ": " + found.message())
                .collect(Collectors.joining());
    }
}
