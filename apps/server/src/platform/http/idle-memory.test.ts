import { expect, it } from "vitest";
import { IdleMemory } from "./idle-memory.ts";

const mebibyte = 1_048_576;

/** Returns a process with simulated memory use, which a collection reduces to 100 MiB. */
function makeProcess() {
  const process = { bytes: 130 * mebibyte, collections: 0 };
  const memory = new IdleMemory({
    readMemoryBytes: () => process.bytes,
    collect: () => {
      process.collections += 1;
      process.bytes = 100 * mebibyte;
    },
  });
  return { process, memory };
}

it("see R8-44 releases once the memory that was only needed for the start", async () => {
  const { process, memory } = makeProcess();
  await memory.check();
  await memory.check();
  expect(process).toEqual({ bytes: 100 * mebibyte, collections: 1 });
});

it("see R8-44 waits for a complete interval without a request", async () => {
  const { process, memory } = makeProcess();
  memory.recordRequest();
  await memory.check();
  memory.recordRequest();
  await memory.check();
  expect(process.collections).toBe(0);
  await memory.check();
  expect(process.collections).toBe(1);
});

it("see R8-44 does nothing in a process that has hardly grown", async () => {
  const { process, memory } = makeProcess();
  await memory.check();
  process.bytes = 115 * mebibyte;
  await memory.check();
  expect(process.collections).toBe(1);
  process.bytes = 117 * mebibyte;
  await memory.check();
  expect(process.collections).toBe(2);
});
