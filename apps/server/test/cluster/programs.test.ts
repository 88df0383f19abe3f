import { expect, it } from "vitest";
import { findProgram, missingProgram, type Program } from "./programs.ts";

it.each<Program>(["nats-server", "haproxy"])(
  "R0-247 a test that needs %s is skipped without it, and names the Debian package",
  (program) => {
    expect(missingProgram(program, "")).toBe(`${program} is not installed (Debian package ${program})`);
    expect(missingProgram(program) === undefined).toBe(findProgram(program) !== undefined);
  },
);
