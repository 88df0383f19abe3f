/**
 * Returns whether a statement failed because a migration changed the result of its prepared plan. The statement had no
 * effect. The connection keeps the plan, so it must be destroyed.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === "0A000" && message === "cached plan must not change result type";
}

/** Repeats `run` after a stale plan, at most once per connection, since each of them may have one. */
export async function withFreshPlans<Result>(
  connections: number,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isStalePlan(error) || attempt === connections) throw error;
    }
  }
}
