/** Settles like `work`. If this takes longer than `ms`, calls `onLate` with an error and rejects with it. */
export async function withDeadline<Result>(
  work: Promise<Result>,
  ms: number,
  onLate: (error: Error) => void,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error("the handler took too long");
    onLate(error);
    reject(error);
  }, ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
