package io.sallyport.auditexport.form;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event class of OCSF 1.8.0 that a record becomes, and its activity.
 *
 * @param name the caption of the class
 * @param uid of the class; its category is the thousands
 * @param activity the id of the activity within the class
 * @param activityName its caption
 */
record OcsfClass(String name, int uid, int activity, String activityName) {
    private static final int IDS_OF_CLASS = 100;
    private static final int IDS_OF_CATEGORY = 1_000;
    static final int NETWORK = 4001;
    static final int HTTP = 4002;
    static final int DNS = 4003;
    static final int LIFECYCLE = 6002;
    static final int API = 6003;
    private static final int OTHER = 99;

    private static final Map<Integer, String> CATEGORIES =
            Map.of(0, "Uncategorized", 4, "Network Activity", 6, "Application Activity");

    private static final Map<String, OcsfClass> METHODS = Map.of(
            "CONNECT", http(1, "Connect"),
            "DELETE", http(2, "Delete"),
            "GET", http(3, "Get"),
            "HEAD", http(4, "Head"),
            "OPTIONS", http(5, "Options"),
            "POST", http(6, "Post"),
            "PUT", http(7, "Put"),
            "TRACE", http(8, "Trace"),
            "PATCH", http(9, "Patch"));

    /** The event of a line that is no record. */
    static final OcsfClass BASE = new OcsfClass("Base Event", 0, OTHER, "Other");

    static OcsfClass of(LoggedRecord record) {
        if (record.text("security_event") != null) {
            return api(record); // a question to the decision API: nothing was sent
        }
        return switch (record.text("kind", "")) {
            case "http", "fetch" -> http(record);
            case "connect" ->
                record.is("verdict", "allow")
                        ? new OcsfClass("Network Activity", NETWORK, 1, "Open")
                        : new OcsfClass("Network Activity", NETWORK, 5, "Refuse");
            case "end" -> new OcsfClass("Network Activity", NETWORK, 2, "Close");
            case "dns" -> new OcsfClass("DNS Activity", DNS, 6, "Traffic");
            case "lifecycle" -> new OcsfClass("Application Lifecycle", LIFECYCLE, OTHER, "Other");
            default -> api(record);
        };
    }

    private static OcsfClass http(LoggedRecord record) {
        String method = record.is("kind", "fetch") ? "GET" : record.text("method");
        if (method == null) {
            return http(0, "Unknown");
        }
        return METHODS.getOrDefault(method, http(OTHER, "Other"));
    }

    /** Returns the method if OCSF knows it, else null. */
    static @Nullable String listedMethod(LoggedRecord record) {
        String method = record.text("method", "");
        return METHODS.containsKey(method) ? method : null;
    }

    private static OcsfClass http(int activity, String name) {
        return new OcsfClass("HTTP Activity", HTTP, activity, name);
    }

    private static OcsfClass api(LoggedRecord record) {
        return switch (record.text("method", "")) {
            case "GET", "HEAD" -> api(2, "Read");
            case "PUT", "PATCH" -> api(3, "Update");
            case "DELETE" -> api(4, "Delete");
            default -> record.is("kind", "policy") ? api(3, "Update") : api(OTHER, "Other");
        };
    }

    private static OcsfClass api(int activity, String name) {
        return new OcsfClass("API Activity", API, activity, name);
    }

    /** Writes the attributes that every event has of its class. */
    void write(ExportJson event) {
        event.number("category_uid", uid / IDS_OF_CATEGORY)
                .text("category_name", CATEGORIES.get(uid / IDS_OF_CATEGORY))
                .number("class_uid", uid)
                .text("class_name", name)
                .number("activity_id", activity)
                .text("activity_name", activityName)
                .number("type_uid", (long) uid * IDS_OF_CLASS + activity)
                .text("type_name", name + ": " + activityName);
    }
}
