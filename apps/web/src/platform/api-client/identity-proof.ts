/** Asks the user for a step-up. Resolves with true on success and with false if the user cancels. */
export type ProofAsker = () => Promise<boolean>;

let asker: ProofAsker | null = null;
let asking: Promise<boolean> | null = null;

/** Registers who asks for a step-up. Returns a function that unregisters it. */
export function askForProofWith(next: ProofAsker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/**
 * Resolves with whether the user completed a step-up. Concurrent calls share one dialog. Resolves with false
 * while nothing is registered (before the layout is mounted).
 */
export function proofOfIdentity(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asking ??= asker().finally(() => {
    asking = null;
  });
  return asking;
}
