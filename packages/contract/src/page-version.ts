/**
 * Version of the web app as the server understands it, sent as `X-Page-Version`. Raise it with a change that breaks
 * pages that are already open: the server then answers their calls with 426 until they are reloaded.
 */
export const pageVersion = 1;
