// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { reloadOnce } from "./reload-once.ts";

describe("reloadOnce", () => {
  beforeEach(() => sessionStorage.clear());

  it("see R2.2-19 reloads after a failed module load, and not again within a minute", () => {
    const reload = vi.fn<() => void>();
    expect(reloadOnce(sessionStorage, 1_000_000, reload)).toBe(true);
    expect(reloadOnce(sessionStorage, 1_000_500, reload)).toBe(false);
    expect(reloadOnce(sessionStorage, 1_059_999, reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("reloads again for a failure after the cooldown", () => {
    const reload = vi.fn<() => void>();
    reloadOnce(sessionStorage, 1_000_000, reload);
    expect(reloadOnce(sessionStorage, 1_060_000, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
