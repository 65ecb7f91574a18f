package io.sallyport.admin;

import io.sallyport.audit.AuditQueries;
import java.util.function.LongSupplier;

/** What all connections of one server have in common. Confined to its event loop but for what says otherwise. */
record Shared(
        AdminLimits limits,
        FrontDoor door,
        Calls calls,
        CallRecords records,
        AuditQueries history,
        LongSupplier nanoClock,
        Connections connections,
        Bodies bodies,
        Followers followers) {}
