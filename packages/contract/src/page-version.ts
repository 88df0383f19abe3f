/**
 * Version of the web app as the server understands it, sent as `X-Page-Version`. Raise it with a change that pages opened
 * before cannot work with: the server then answers their calls with 426 until they are reloaded.
 */
export const pageVersion = 1;
