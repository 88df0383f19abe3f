/**
 * Version of the web app that the server supports, sent as `X-Page-Version`. Raise it with a change that breaks pages
 * that are already open. The server then answers their calls with 426 until they are reloaded.
 */
export const pageVersion = 1;
