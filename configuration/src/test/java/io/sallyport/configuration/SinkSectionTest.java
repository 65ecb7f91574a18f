package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.sink.BatchBody;
import io.sallyport.auditexport.sink.HttpSettings;
import io.sallyport.auditexport.sink.PrintedSettings;
import io.sallyport.auditexport.sink.SinkPlan;
import io.sallyport.auditexport.sink.SyslogSettings;
import io.sallyport.auditexport.sink.SyslogTransport;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkSectionTest {
    private static List<SinkPlan> read(String sinks) throws ConfigException {
        Section top = Section.read("gateway.yaml", "audit: {sinks: " + sinks + "}");
        List<SinkPlan> read = SinkSection.read(top.section("audit"), Path.of("/etc/sallyport"));
        top.faults().end();
        return read;
    }

    @Test
    void thereAreNoneByDefault() throws ConfigException {
        assertThat(read("{}")).isEmpty();
    }

    @Test
    void eachTypeHasItsTarget() throws ConfigException {
        List<SinkPlan> plans = read(
                "{a: {type: stdout, form: cef}, b: {type: syslog, address: 'log.example:6514'},"
                        + " c: {type: webhook, url: 'https://hec.example/services/collector/raw', form: ocsf,"
                        + " header_file: hec, addresses: [10.0.0.0/8]},"
                        + " d: {type: opa, url: 'http://127.0.0.1:8080/logs'}, e: {type: otlp, url: 'https://o.example/v1/logs'}}");
        assertThat(plans.get(0).target()).isEqualTo(new PrintedSettings(ExportForm.CEF));
        assertThat(plans.get(1).target()).isInstanceOfSatisfying(SyslogSettings.class, syslog -> {
            assertThat(syslog.transport()).isEqualTo(SyslogTransport.TLS);
            assertThat(syslog.at().port()).isEqualTo(6514);
        });
        assertThat(plans.get(2).target()).isInstanceOfSatisfying(HttpSettings.class, http -> {
            assertThat(http.body()).isEqualTo(BatchBody.LINES);
            assertThat(http.form()).isEqualTo(ExportForm.OCSF);
            assertThat(http.headerFile()).isEqualTo(Path.of("/etc/sallyport/hec"));
            assertThat(http.addresses()).containsExactly("10.0.0.0/8");
        });
        assertThat(((HttpSettings) plans.get(3).target()).form()).isEqualTo(ExportForm.OPA);
        assertThat(((HttpSettings) plans.get(4).target()).body()).isEqualTo(BatchBody.OTLP);
    }

    @Test
    void datagramsGoToAnAddressOfTheLengthThatIsSaid() throws ConfigException {
        SinkPlan plan = read("{a: {type: syslog, address: '192.0.2.7:514', transport: udp, datagram_bytes: 1180}}")
                .getFirst();
        assertThat(plan.target()).isInstanceOfSatisfying(SyslogSettings.class, syslog -> {
            assertThat(syslog.transport()).isEqualTo(SyslogTransport.UDP);
            assertThat(syslog.datagramBytes()).isEqualTo(1_180);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "address: 'log.example:514', transport: udp | address: log.example:514 (expected: IP-ADDRESS:PORT",
                "address: '192.0.2.7:514', transport: quic | transport",
                "address: '192.0.2.7:514', transport: udp, datagram_bytes: 479 | datagram_bytes",
                "address: '192.0.2.7:514', transport: udp, datagram_bytes: 65508 | datagram_bytes",
            })
    void whatNoDatagramCanBeIsRefused(String keys, String said) {
        assertThatThrownBy(() -> read("{a: {type: syslog, " + keys + "}}")).hasMessageContaining(said);
    }

    @Test
    void boundsAreThoseOfTheFile() throws ConfigException {
        SinkPlan plan = read("{a: {type: stdout, batch_records: 7, pause: 0s, max_age: 2h, max_lag_bytes: 2097152}}")
                .getFirst();
        assertThat(plan.settings().batchRecords()).isEqualTo(7);
        assertThat(plan.settings().pause()).isZero();
        assertThat(plan.settings().maxAge()).isEqualTo(Duration.ofHours(2));
        assertThat(plan.settings().maxLagBytes()).isEqualTo(2 << 20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{a: {}}; type: is missing",
                "{a: {type: fax}}; expected",
                "{a: {type: webhook}}; url: is missing",
                "{a: {type: syslog}}; address: is missing",
                "{a: {type: syslog, address: 'log.example'}}; HOST:PORT",
                "{a: {type: webhook, url: 'http://hec.example/'}}; http:// on a loopback address",
                "{a: {type: webhook, url: 'https://hec.example/?token=x'}}; without a query",
                "{a: {type: webhook, url: 'https://hec.example/', header: 'A: b'}}; the name of a header",
                "{a: {type: stdout, url: 'https://hec.example/'}}; unknown key",
                "{'A b': {type: stdout}}; 1 to 63 of"
            })
    void whatIsWrongIsNamed(String sinks, String told) {
        assertThatThrownBy(() -> read(sinks))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(told);
    }
}
