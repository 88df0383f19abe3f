import { showGlobalError } from "./app-state.actions.ts";

/** Text of the specification, section 8. The page shows its translation. */
const unexpectedErrorText = "Ein unerwarteter Fehler ist aufgetreten";

/**
 * Shows a generic message for uncaught errors and logs the cause. Returns a function that stops listening. A
 * deliberately aborted call (AbortError) is not an error.
 */
export function listenForUncaughtErrors(): () => void {
  const onError = (event: ErrorEvent) => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  return () => {
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
  };
}

function report(cause: unknown): void {
  if (isHarmless(cause)) return;
  console.error(unexpectedErrorText, cause);
  showGlobalError(unexpectedErrorText, { kind: "unexpected" });
}

function isHarmless(cause: unknown): boolean {
  // Browsers report a second round of a resize observer as an error event without an error object.
  if (typeof cause === "string") return cause.startsWith("ResizeObserver loop");
  return cause instanceof DOMException && cause.name === "AbortError";
}
