/** Asks the user for a step-up. Resolves with true on success and with false if the user cancels. */
export type StepUpHandler = () => Promise<boolean>;

let handler: StepUpHandler | null = null;
let pendingStepUp: Promise<boolean> | null = null;

/** Registers the handler that asks for a step-up. Returns a function that unregisters it. */
export function setStepUpHandler(next: StepUpHandler): () => void {
  handler = next;
  return () => {
    if (handler === next) handler = null;
  };
}

/**
 * Asks for a step-up and resolves with whether the user completed it. Concurrent calls share one dialog. Resolves with
 * false if no handler is registered, that is before the layout is mounted.
 */
export function requestStepUp(): Promise<boolean> {
  if (handler === null) return Promise.resolve(false);
  pendingStepUp ??= handler().finally(() => {
    pendingStepUp = null;
  });
  return pendingStepUp;
}
