package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.Fuel;

/** A text that charges fuel each time one of its characters is read. Confined to one call. */
final class MeteredText implements CharSequence {
    private final String text;
    private final int price;
    private final Fuel fuel;

    /** @param price steps per character */
    MeteredText(String text, int price, Fuel fuel) {
        this.text = text;
        this.price = price;
        this.fuel = fuel;
    }

    @Override
    public char charAt(int index) {
        fuel.steps(price);
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new MeteredText(text.substring(start, end), price, fuel);
    }

    @Override
    public String toString() {
        return text;
    }
}
