import { expect, it } from "vitest";
import { Together } from "./together.ts";

/** Runs that end when the test says so; whatever goes with "wrong" is refused. */
function controlled() {
  const runs: { items: readonly string[]; end: () => void }[] = [];
  let timesIdle = 0;
  const together = new Together<string, string>(
    async (items) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      runs.push({ items, end: resolve });
      await promise;
      if (items.includes("wrong")) throw new Error("refused");
      return items.map((item) => item.toUpperCase());
    },
    () => (timesIdle += 1),
  );
  /** Lets the next runs end. */
  const end = async (count: number) => {
    const from = runs.length;
    await expect.poll(() => runs.length).toBe(from + count);
    for (const run of runs.slice(from)) run.end();
  };
  return { together, end, items: () => runs.map((run) => run.items), timesIdle: () => timesIdle, runs };
}

it("R7b-08 what comes while some are carried out goes with the next ones, and each gets its own answer", async () => {
  const { together, end, items, timesIdle, runs } = controlled();
  const first = together.add("a");
  await expect.poll(() => runs.length).toBe(1);
  const others = ["b", "c", "d"].map((item) => together.add(item));
  runs[0]?.end();
  await end(1);
  expect(await Promise.all([first, ...others])).toEqual(["A", "B", "C", "D"]);
  expect(items()).toEqual([["a"], ["b", "c", "d"]]);
  await expect.poll(timesIdle).toBe(1);
});

it("R7b-08 when several fail together each is carried out alone and answers for itself", async () => {
  const { together, end, items } = controlled();
  const all = Promise.allSettled(["a", "wrong", "b"].map((item) => together.add(item)));
  await end(1);
  await end(3);
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(items()).toEqual([["a", "wrong", "b"], ["a"], ["wrong"], ["b"]]);
});
