package io.sallyport.auditexport.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.TrialLog;
import io.sallyport.auditexport.verify.ExportVerdict.Broken;
import io.sallyport.auditexport.verify.ExportVerdict.Whole;
import io.sallyport.auditexport.verify.ExportVerdict.WithGaps;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportVerifierTest {
    @ParameterizedTest
    @EnumSource
    void anExportedFileAloneIsVerified(ExportForm form) throws IOException {
        var whole = (Whole) verdict(form, exported(form));
        assertThat(whole.chain().lines()).isEqualTo(TrialLog.KINDS.size());
    }

    @ParameterizedTest
    @EnumSource
    void aChangeOfAnyByteIsFound(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        byte[] line = lines.get(3);
        for (int at = 0; at < line.length; at++) {
            byte[] changed = line.clone();
            changed[at] = (byte) (changed[at] == 'a' ? 'b' : 'a');
            lines.set(3, changed);
            assertThat(broken(verdict(form, lines)).line())
                    .describedAs("byte %d of %s", at, new String(line, StandardCharsets.UTF_8))
                    .isBetween(4L, 5L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRecordTakenOutIsFound(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        lines.remove(5);
        assertThat(broken(verdict(form, lines)).line()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource
    void recordsInAnotherOrderAreFound(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        Collections.swap(lines, 2, 3);
        assertThat(broken(verdict(form, lines)).line()).isEqualTo(3);
        assertThat(broken(filtered(form, lines)).line()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void anInsertedRecordIsFound(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        byte[] sealed = TrialLog.of(TrialLog.KINDS.reversed()).lines().get(4);
        lines.add(4, form.of(sealed));
        assertThat(broken(verdict(form, lines)).line()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void anEndThatWasTakenOffIsFoundByItsHash(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        String last = ((Whole) verdict(form, lines)).chain().last();
        lines.removeLast();
        var verifier = new ExportVerifier(form, last, _ -> {});
        verifier.read("f", new ByteArrayInputStream(TrialLog.file(lines)));
        assertThat(verifier.verdict()).isInstanceOf(Broken.class);
    }

    @ParameterizedTest
    @EnumSource
    void aLineThatACrashCutOffCountsInTheChain(ExportForm form) throws IOException {
        TrialLog log = TrialLog.of(TrialLog.KINDS.subList(0, 2))
                .cutOff("{\"v\":1,\"audit_id\":\"\u0000\u00ff=|\\")
                .add(TrialLog.KINDS.getFirst());
        List<byte[]> lines = forms(form, log);
        assertThat(((Whole) verdict(form, lines)).chain().cutOff()).isEqualTo(1);
        lines.remove(2);
        assertThat(broken(verdict(form, lines)).line()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFilteredFileIsVerifiedRecordByRecord(ExportForm form) throws IOException {
        List<byte[]> lines = exported(form);
        lines.remove(7);
        lines.remove(2);
        assertThat(filtered(form, lines)).isEqualTo(new WithGaps(lines.size(), 2));
        byte[] changed = lines.get(4).clone();
        changed[20] ^= 1;
        lines.set(4, changed);
        assertThat(broken(filtered(form, lines)).line()).isEqualTo(5);
    }

    private static List<byte[]> exported(ExportForm form) {
        return forms(form, TrialLog.of(TrialLog.KINDS));
    }

    private static List<byte[]> forms(ExportForm form, TrialLog log) {
        return new ArrayList<>(log.lines().stream().map(form::of).toList());
    }

    private static ExportVerdict verdict(ExportForm form, List<byte[]> lines) throws IOException {
        var verifier = new ExportVerifier(form, null, _ -> {});
        verifier.read("f", new ByteArrayInputStream(TrialLog.file(lines)));
        return verifier.verdict();
    }

    private static ExportVerdict filtered(ExportForm form, List<byte[]> lines) throws IOException {
        var verifier = new FilteredExportVerifier(form, _ -> {});
        verifier.read("f", new ByteArrayInputStream(TrialLog.file(lines)));
        return verifier.verdict();
    }

    private static Broken broken(ExportVerdict verdict) {
        assertThat(verdict).isInstanceOf(Broken.class);
        return (Broken) verdict;
    }
}
