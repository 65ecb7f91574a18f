/** Logins to the console at an OpenID provider: what it publishes, its answers, and which role a person has. */
@NullMarked
package io.sallyport.gateway.login;

import org.jspecify.annotations.NullMarked;
