/**
 * Resolves with the result of `work`, or undefined if it fails or takes longer than `ms`. The work itself continues.
 */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  const result = await Promise.race([timeout, work.catch(() => undefined)]);
  clearTimeout(timer);
  return result;
}
