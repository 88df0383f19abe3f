import { expect, it } from "vitest";
import { Lanes } from "./lanes.ts";

it("shared work runs side by side, and exclusive work runs alone", async () => {
  const lanes = new Lanes();
  const events: string[] = [];
  const logged = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
  };
  await Promise.all([
    lanes.share(logged("first")),
    lanes.share(logged("second")),
    Promise.resolve().then(() => lanes.alone(logged("alone"))),
    Promise.resolve().then(() => lanes.share(logged("third"))),
  ]);
  expect(events).toEqual([
    "first begins",
    "second begins",
    "first ends",
    "second ends",
    "alone begins",
    "alone ends",
    "third begins",
    "third ends",
  ]);
});

it("further work runs after work that failed", async () => {
  const lanes = new Lanes();
  await expect(lanes.alone(() => Promise.reject(new Error("fault")))).rejects.toThrow("fault");
  await expect(lanes.share(() => Promise.resolve(1))).resolves.toBe(1);
});
