package io.sallyport.regoengine.plan;

import java.util.List;

/** Statements in order. One that is undefined ends its block. */
public record Block(List<Statement> statements) {
    public Block {
        statements = List.copyOf(statements);
    }
}
