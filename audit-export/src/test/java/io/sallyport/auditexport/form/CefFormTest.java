package io.sallyport.auditexport.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CefFormTest {
    private static final String BEGIN = "{\"v\":1,\"audit_id\":\"a1\",\"time\":\"2026-11-18T12:00:00.123Z\","
            + "\"kind\":\"http\",\"verdict\":\"deny\",";
    /** What would begin another member, another event, or another part of the header. */
    private static final List<String> HOSTILE = List.of(
            "x act=allow",
            "x|9|act=allow",
            "\\\\",
            "x\\\\ act=allow",
            "x\\nCEF:1|Sallyport|Sallyport|1|granted|http allow|1|act=allow",
            "x\\r\\nact=allow",
            "x rawEvent={}",
            "\\u2028act=allow",
            "\\u0085act=allow",
            "\\u0000",
            "\\u001b[2J");

    @Test
    void noValueBeginsAnotherMemberOrEvent() {
        for (String hostile : HOSTILE) {
            for (String name : List.of("reason", "rule", "run", "detail", "path", "sandbox", "host", "scheme")) {
                String line = line(name, hostile);
                String event = cef(line);
                assertThat(event.chars()
                                .allMatch(each -> each >= ' ' && each != 0x7f && each != 0x85 && each != 0x2028))
                        .describedAs(event)
                        .isTrue();
                List<String> parts = parts(event);
                assertThat(parts).describedAs(event).hasSize(8);
                assertThat(keys(parts.getLast())).describedAs(event).containsOnlyOnce("act", "rawEvent");
                assertThat(carried(event)).isEqualTo(line);
            }
        }
    }

    @Test
    void aBackslashAtTheEndOfAHeaderPartDoesNotHideTheBar() {
        assertThat(cef(line("reason", "a\\\\"))).startsWith("CEF:1|Sallyport|Sallyport|1|a\\\\|http deny|6|rt=");
    }

    @Test
    void anEventHasTheKeysOfTheDictionary() {
        String line = new String(TrialLog.of(TrialLog.KINDS).lines().getFirst(), StandardCharsets.UTF_8);
        assertThat(cef(line))
                .startsWith("CEF:1|Sallyport|Sallyport|1|granted|http allow|1|rt=1795003200123 cat=http"
                        + " externalId=a1 suid=sb-1 dhost=api.github.com dst=140.82.121.6 dpt=80 app=http"
                        + " requestMethod=GET request=http://api.github.com/repos/acme/x in=0 out=512"
                        + " cn2=1 cn2Label=duration_ms act=allow outcome=success reason=granted"
                        + " cs1=lease:net.fetch[0] cs1Label=rule cs2=run-7 cs2Label=run cs4=enforce cs4Label=mode"
                        + " cn1=1 cn1Label=seq cs5=" + "0".repeat(64) + " cs5Label=prev_hash cs6=");
    }

    /** Returns the header's parts and the extension, as a reader splits them: at bars without a backslash. */
    private static List<String> parts(String event) {
        List<String> parts = new ArrayList<>();
        var part = new StringBuilder();
        for (int at = 0; at < event.length(); at++) {
            char each = event.charAt(at);
            if (each == '|' && parts.size() < 7) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(each);
                if (each == '\\' && at + 1 < event.length()) {
                    part.append(event.charAt(++at));
                }
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /** Returns the keys of an extension: words before an equals sign without a backslash. */
    private static List<String> keys(String extension) {
        return Pattern.compile("(?:^| )(\\w+)=")
                .matcher(extension)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String line(String name, String value) {
        String record = BEGIN + "\"" + name + "\":\"" + value + "\"";
        return new String(TrialLog.of(List.of(record)).lines().getFirst(), StandardCharsets.UTF_8);
    }

    private static String cef(String line) {
        return new String(ExportForm.CEF.of(line.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private static String carried(String event) {
        byte[] line = ExportForm.CEF.carried(event.getBytes(StandardCharsets.UTF_8));
        return line == null ? "" : new String(line, StandardCharsets.UTF_8);
    }
}
