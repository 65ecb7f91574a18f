package io.sallyport.auditexport.form;

/** The log's own lines, unchanged. Immutable. */
final class LoggedForm implements LineForm {
    @Override
    public String of(LoggedRecord record) {
        return record.line();
    }

    @Override
    public byte[] cutOff(byte[] line) {
        return line;
    }

    @Override
    public byte[] carried(byte[] exported) {
        return exported;
    }
}
