package io.sallyport.models;

/** What became of a request to a backend. */
sealed interface BackendResult permits BackendAnswer, BackendFailure {}
