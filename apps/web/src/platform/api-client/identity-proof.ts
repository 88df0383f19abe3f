/** Asks the person to prove who she is. Resolves with true when she did, with false when she would rather not. */
export type ProofAsker = () => Promise<boolean>;

let asker: ProofAsker | null = null;
let asking: Promise<boolean> | null = null;

/** Names who asks for a proof of identity; answers a function that takes the name back. */
export function askForProofWith(next: ProofAsker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}

/**
 * Whether the person has now proven who she is. Calls that need it at the same time share one question; without
 * anybody who could ask (before the frame stands) the answer is no.
 */
export function proofOfIdentity(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asking ??= asker().finally(() => {
    asking = null;
  });
  return asking;
}
