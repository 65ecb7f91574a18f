package io.sallyport.cli.policy.results;

import io.sallyport.policycompiler.test.CaseResult;
import io.sallyport.policycompiler.test.TestResult;
import io.sallyport.policycompiler.test.TestVerdict;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes results as JUnit XML, which CI systems read: a suite per package. Confined to one thread. */
public final class JunitXml {
    private static final double NANOS_PER_SECOND = 1e9;

    private final XMLStreamWriter xml;

    private JunitXml(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Returns the document. */
    public static String of(List<TestResult> results) {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            new JunitXml(xml).write(results);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing to memory", e);
        }
        return text.toString();
    }

    private void write(List<TestResult> results) throws XMLStreamException {
        Map<String, List<TestResult>> suites = new LinkedHashMap<>();
        for (TestResult result : results) {
            suites.computeIfAbsent(result.packagePath(), path -> new ArrayList<>())
                    .add(result);
        }
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        start("testsuites", results);
        for (var suite : suites.entrySet()) {
            xml.writeCharacters("\n  ");
            start("testsuite", suite.getValue());
            attribute("name", suite.getKey());
            for (TestResult result : suite.getValue()) {
                write(result);
            }
            xml.writeCharacters("\n  ");
            xml.writeEndElement();
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeCharacters("\n");
        xml.writeEndDocument();
    }

    private void start(String element, List<TestResult> results) throws XMLStreamException {
        xml.writeStartElement(element);
        attribute("tests", "" + results.size());
        attribute("failures", count(results, TestVerdict.FAIL));
        attribute("errors", count(results, TestVerdict.ERROR));
        attribute("skipped", count(results, TestVerdict.SKIPPED));
        attribute(
                "time",
                seconds(results.stream().mapToLong(TestResult::durationNanos).sum()));
    }

    private static String count(List<TestResult> results, TestVerdict verdict) {
        return ""
                + results.stream().filter(result -> result.verdict() == verdict).count();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f", nanos / NANOS_PER_SECOND);
    }

    private void write(TestResult result) throws XMLStreamException {
        xml.writeCharacters("\n    ");
        xml.writeStartElement("testcase");
        attribute("classname", result.packagePath());
        attribute("name", result.name());
        attribute("file", result.at().file());
        attribute("line", "" + result.at().row());
        attribute("time", seconds(result.durationNanos()));
        switch (result.verdict()) {
            case PASS -> {}
            case FAIL -> problem("failure", failed(result));
            case ERROR -> problem("error", Objects.requireNonNullElse(result.error(), ""));
            case SKIPPED -> xml.writeEmptyElement("skipped");
        }
        if (!result.output().isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(result.output()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String failed(TestResult result) {
        List<String> cases = result.cases().stream()
                .filter(CaseResult::failed)
                .map(CaseResult::name)
                .toList();
        return "%s: the value is not true%s"
                .formatted(result.at(), cases.isEmpty() ? "" : " for " + String.join(", ", cases));
    }

    private void problem(String element, String message) throws XMLStreamException {
        xml.writeStartElement(element);
        attribute("message", message);
        xml.writeEndElement();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    /**
     * Replaces characters that XML 1.0 section 2.2 does not permit: other control characters and unpaired surrogates.
     */
    private static String clean(String text) {
        var clean = new StringBuilder();
        text.codePoints().forEach(c -> clean.appendCodePoint(isCharacter(c) ? c : 0xFFFD));
        return clean.toString();
    }

    private static boolean isCharacter(int c) {
        boolean isBlank = c == '\t' || c == '\n' || c == '\r';
        boolean isPlain = (c >= 0x20 && c < 0xD800) || (c >= 0xE000 && c < 0xFFFE);
        return isBlank || isPlain || c >= 0x10000;
    }
}
