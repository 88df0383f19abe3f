/** Rejects when `work` has not settled after `ms`, after `onLate` was called with the error. */
export async function withDeadline(
  work: Promise<void>,
  ms: number,
  onLate: (error: Error) => void,
): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error("the handler took too long");
    onLate(error);
    reject(error);
  }, ms);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
