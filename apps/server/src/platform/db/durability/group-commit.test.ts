import { expect, it } from "vitest";
import { GroupCommit } from "./group-commit.ts";

/** Creates a group commit whose flushes end when the test resolves them. */
function makeControlledCommit() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const commit = new GroupCommit(() => {
    const flush = Promise.withResolvers<void>();
    flushes.push(flush);
    return flush.promise;
  });
  const settled: string[] = [];
  const join = (name: string) =>
    commit.join().then(
      () => settled.push(name),
      () => settled.push(`${name} failed`),
    );
  return { flushes, settled, join };
}

it("see R7b-08 lets calls that arrive during a flush share the next one", async () => {
  const { flushes, settled, join } = makeControlledCommit();
  const first = join("first");
  const laterCalls = [join("second"), join("third")];
  expect(flushes).toHaveLength(1);
  flushes[0]?.resolve();
  await first;
  expect(settled).toEqual(["first"]);
  await expect.poll(() => flushes.length).toBe(2);
  flushes[1]?.resolve();
  await Promise.all(laterCalls);
  expect(settled).toEqual(["first", "second", "third"]);
  const last = join("last");
  flushes[2]?.resolve();
  await last;
  expect(flushes).toHaveLength(3);
});

it("see R7b-08 rejects only the calls that wait for a failed flush", async () => {
  const { flushes, settled, join } = makeControlledCommit();
  const first = join("first");
  const second = join("second");
  flushes[0]?.reject(new Error("disk"));
  await first;
  await expect.poll(() => flushes.length).toBe(2);
  flushes[1]?.resolve();
  await second;
  expect(settled).toEqual(["first failed", "second"]);
});
