import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { hashNiceness, poolThreads } from "./hash-priority.ts";
import { PasswordHasher } from "./password-hasher.ts";

it.runIf(process.platform === "linux")(
  "see R8-44 hashing threads have a lower priority than the thread that handles requests",
  async () => {
    const before = getPriority(process.pid);
    const hasher = new PasswordHasher();
    await hasher.ready;
    const threads = await poolThreads();
    expect(threads.length).toBeGreaterThanOrEqual(hasher.slots);
    expect(threads.map((thread) => getPriority(thread))).toEqual(threads.map(() => hashNiceness));
    expect(getPriority(process.pid)).toBe(before);
  },
);
