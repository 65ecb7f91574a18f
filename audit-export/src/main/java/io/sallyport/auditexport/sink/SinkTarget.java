package io.sallyport.auditexport.sink;

/** Where a sink delivers, and how. */
public sealed interface SinkTarget permits HttpSettings, SyslogSettings, PrintedSettings {}
