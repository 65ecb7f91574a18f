package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.builtin.Fuel;

/** A growing text that charges for what is appended. Confined to one call. */
final class PaidText {
    private final Fuel fuel;
    private final StringBuilder text = new StringBuilder();

    PaidText(Fuel fuel) {
        this.fuel = fuel;
    }

    void append(String more) {
        fuel.makeText(more.length());
        text.append(more);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
