package io.sallyport.cli.policy.accesslist;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.accesslist.AccessListImport;
import io.sallyport.leasebridge.accesslist.AccessListKind;
import io.sallyport.leasebridge.accesslist.AccessListSettings;
import io.sallyport.leasebridge.accesslist.ImportedForm;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random lists of each product, and hosts close to the names in them: what the compiled document admits is admitted by
 * the list in its product, and the other way round where nothing is told to be missing.
 */
class AccessListMeaningTest {
    private static final int LISTS = 40;
    private static final List<AskedRequest> REQUESTS =
            AskedRequest.near(RandomLists.NAMES, List.of("/", "/v1", "/v1/x", "/v12", "/a/b"));

    @ParameterizedTest
    @EnumSource
    void nothingIsWidenedAndNothingIsMissingThatIsNotTold(AccessListKind kind) throws Exception {
        var random = new Random(20261127);
        var lists = new RandomLists(random);
        int admitted = 0;
        int exact = 0;
        try (var asked = new AskedDocument()) {
            for (int i = 0; i < LISTS; i++) {
                ListMeaning meaning = lists.next(kind);
                for (ImportedForm form : ImportedForm.values()) {
                    var result = AccessListImport.read(kind, "list", meaning.document(), AccessListSettings.of(form));
                    if (result instanceof AccessListImport.Imported(String document, String _, var told)) {
                        AskedDocument.Answers answers = asked.of(form, document);
                        boolean isWhole = told.stream().noneMatch(AccessListMeaningTest::isMissing);
                        exact += isWhole ? 1 : 0;
                        admitted += compare(meaning, answers, isWhole, meaning.document() + told + "\n" + document);
                    }
                }
            }
        }
        assertThat(admitted).as("requests that are admitted").isGreaterThan(LISTS * 20);
        assertThat(exact).as("lists that are carried over as a whole").isGreaterThan(LISTS / 4);
    }

    private static int compare(ListMeaning meaning, AskedDocument.Answers answers, boolean isWhole, String shown) {
        int admitted = 0;
        for (AskedRequest request : REQUESTS) {
            boolean here = answers.admits(request);
            boolean there = meaning.admits(request);
            admitted += here ? 1 : 0;
            if (here && !there) {
                throw new AssertionError("widened: " + request + "\n" + shown);
            }
            if (there && !here && isWhole && isUsual(request)) {
                throw new AssertionError("missing: " + request + "\n" + shown);
            }
        }
        return admitted;
    }

    private static boolean isUsual(AskedRequest request) {
        return request.port() == (request.isHttps() ? 443 : 80);
    }

    /** Other ports than those of the web are told of every list. */
    private static boolean isMissing(Diagnostic told) {
        return told.has(DiagnosticCode.NOT_EXACT)
                || told.has(DiagnosticCode.BROAD_PATTERN)
                || (told.has(DiagnosticCode.NARROWED) && !told.message().startsWith("any port there"));
    }
}
