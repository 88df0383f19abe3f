/** Resolves when `work` has settled, at the latest after `ms`; the work itself goes on. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([late, Promise.allSettled([work])]);
  clearTimeout(timer);
}
