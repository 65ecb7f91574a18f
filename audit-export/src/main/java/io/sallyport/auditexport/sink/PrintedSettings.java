package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.ExportForm;

/** Standard output, with one record a line. Immutable. */
public record PrintedSettings(ExportForm form) implements SinkTarget {}
