import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ProblemError } from "../http/problem.ts";
import { PasswordHasher } from "./password-hasher.ts";

afterEach(() => void vi.useRealTimers());

/** Creates work that runs until the test releases it. */
function makeBlock() {
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { done, release };
}

/** Fills all slots of a hasher with blocked work. */
function occupy(hasher: PasswordHasher) {
  const blocks = Array.from({ length: hasher.slots }, makeBlock);
  const running = blocks.map((block) => hasher.withSlot(() => block.done));
  return { running, free: () => blocks.forEach((block) => block.release()) };
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ProblemError ? [error.code, error.options.retryAfterSeconds] : error;
}

describe("password hashes", () => {
  it("accept only the correct password, and no password if no hash is stored", async () => {
    const hasher = new PasswordHasher();
    const stored = await hasher.hash("Größe 🩺 1");
    expect(await hasher.verify(stored, "Größe 🩺 1")).toBe(true);
    expect(await hasher.verify(stored, "Größe 🩺 2")).toBe(false);
    expect(await hasher.verify(null, "Größe 🩺 1")).toBe(false);
    expect(await hasher.verify(null, "no password has this hash")).toBe(false);
  });
});

describe("slots", () => {
  it("leave two threads of the pool and one core free, but there is at least one slot", () => {
    const cores = availableParallelism();
    for (const poolSize of [1, 2, 3, 4, 8, 64]) {
      const { slots } = new PasswordHasher(poolSize);
      expect(slots).toBe(Math.max(1, Math.min(poolSize - 2, cores - 1)));
    }
  });

  it("limit the number of parallel tasks, and start them in the order of arrival", async () => {
    const hasher = new PasswordHasher(64);
    let busy = 0;
    let maxBusy = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        hasher.withSlot(async () => {
          order.push(index);
          busy += 1;
          maxBusy = Math.max(maxBusy, busy);
          await new Promise(setImmediate);
          busy -= 1;
        }),
      ),
    );
    expect(maxBusy).toBe(hasher.slots);
    expect(order).toEqual(order.toSorted((left, right) => left - right));
  });

  it("are released if the work fails", async () => {
    const hasher = new PasswordHasher(3);
    for (let index = 0; index < 5; index += 1) {
      await expect(hasher.withSlot(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    }
    expect(await hasher.withSlot(() => Promise.resolve("free"))).toBe("free");
  });

  it("reject the 201st waiting task with 503 OVERLOADED and Retry-After before its work begins", async () => {
    const hasher = new PasswordHasher(3);
    const { running, free } = occupy(hasher);
    const waiting = Array.from({ length: 200 }, () => hasher.withSlot(async () => "done"));
    let hasBegun = false;
    const refusal = hasher.withSlot(async () => {
      hasBegun = true;
    });
    expect(await refusalOf(refusal)).toEqual(["OVERLOADED", 5]);
    expect(hasBegun).toBe(false);
    free();
    await Promise.all(running);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
    expect(await hasher.withSlot(async () => "free")).toBe("free");
  });

  it("reject a task that has waited 5 seconds without losing a slot", async () => {
    vi.useFakeTimers();
    const hasher = new PasswordHasher(3);
    const { running, free } = occupy(hasher);
    let beginCount = 0;
    const late = refusalOf(hasher.withSlot(async () => void (beginCount += 1)));
    await vi.advanceTimersByTimeAsync(4_999);
    const later = hasher.withSlot(async () => void (beginCount += 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toEqual(["OVERLOADED", 5]);
    expect(beginCount).toBe(0);
    free();
    await Promise.all(running);
    await later;
    expect(beginCount).toBe(1);
    expect(await hasher.withSlot(async () => "free")).toBe("free");
  });

  it("leave a thread for file reads, which finish while hashes still wait", async () => {
    const hasher = new PasswordHasher();
    const finished: string[] = [];
    // On a busy machine a hash may be refused after its waiting time.
    const hashes = Array.from({ length: 12 }, () =>
      hasher
        .hash("flood")
        .catch(() => undefined)
        .finally(() => finished.push("hash")),
    );
    const read = readFile(new URL(import.meta.url)).then(() => finished.push("read"));
    await Promise.all([read, ...hashes]);
    expect(finished.indexOf("read")).toBeLessThan(finished.length - 1);
  });
});
