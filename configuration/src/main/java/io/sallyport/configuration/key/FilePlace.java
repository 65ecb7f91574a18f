package io.sallyport.configuration.key;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;

/** A position in the configuration file. */
public record FilePlace(String file, Place place) {
    public ConfigException error(String message) {
        return new ConfigException(this + ": " + message, place);
    }

    public static ConfigException error(Diagnostic found) {
        return new FilePlace(found.file(), new Place(found.line(), found.column())).error(found.message());
    }

    @Override
    public String toString() {
        return file + ":" + place.line() + ":" + place.column();
    }
}
