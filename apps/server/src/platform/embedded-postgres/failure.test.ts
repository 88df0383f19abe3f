import { describe, expect, it, onTestFinished } from "vitest";
import { findPostgresBinaries } from "./binaries.ts";
import { failureError } from "./failure.ts";
import { programError } from "./initdb.ts";
import { folderError } from "./start-error.ts";

const LOG = "2026-11-20 10:00:00.000 UTC [7]  ";

describe("messages if PostgreSQL does not start", () => {
  it.each([
    ["DISK_FULL", `${LOG}FATAL:  could not write lock file "postmaster.pid": No space left on device`],
    ["WRONG_VERSION", `${LOG}DETAIL:  The data directory was initialized by PostgreSQL version 17.`],
    [
      "FOLDER_NOT_WRITABLE",
      `initdb: error: could not create directory "/data/postgres.new/pg_wal": Permission denied`,
    ],
    ["START_FAILED", `${LOG}FATAL:  database locale is incompatible with operating system`],
    ["PLATFORM_UNSUPPORTED", `unshare: failed to execute /programs/bin/initdb: No such file or directory`],
    [
      "PLATFORM_UNSUPPORTED",
      `postgres: error while loading shared libraries: libz.so.1: cannot open shared object file`,
    ],
    ["DATA_BROKEN", `${LOG}PANIC:  could not locate a valid checkpoint record at 0/174B698`],
  ])("are %s for: %s", (code, output) => {
    const error = failureError("/data", output, "/data/logs");
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/\n|FATAL|PANIC|2026-11-20/);
  });

  it("quote the message that ended it, not a later one", () => {
    const output = [
      `${LOG}LOG:  starting PostgreSQL 18.4`,
      `${LOG}FATAL:  bogus data in lock file "postmaster.pid"`,
      `${LOG}LOG:  database system is shut down`,
    ].join("\n");
    expect(failureError("/data", output, "/data/logs").message).toContain(
      'bogus data in lock file "postmaster.pid"',
    );
  });

  it("state that saved data is kept if it ends while in use", () => {
    const error = failureError("/data", "", "/data/logs", "end");
    expect(error).toMatchObject({ code: "DATABASE_ENDED", message: expect.stringContaining("was killed") });
  });
});

describe("an unsupported system", () => {
  it("is reported with the advice to set DATABASE_URL", () => {
    const arch = Object.getOwnPropertyDescriptor(process, "arch");
    onTestFinished(() => {
      if (arch) Object.defineProperty(process, "arch", arch);
    });
    Object.defineProperty(process, "arch", { ...arch, value: "riscv64" });
    expect(() => findPostgresBinaries("/data")).toThrow(
      expect.objectContaining({
        code: "PLATFORM_UNSUPPORTED",
        message: expect.stringContaining("DATABASE_URL"),
      }),
    );
  });

  it("is reported when only its C library is missing", () => {
    const error = programError(Object.assign(new Error("spawn initdb ENOENT"), { code: "ENOENT" }));
    expect(error).toMatchObject({
      code: "PLATFORM_UNSUPPORTED",
      message: expect.stringContaining("no glibc"),
    });
  });
});

describe("a failed file operation in the data folder", () => {
  it.each([
    ["ENOSPC", "DISK_FULL"],
    ["EDQUOT", "DISK_FULL"],
    ["EACCES", "FOLDER_NOT_WRITABLE"],
    ["EROFS", "FOLDER_NOT_WRITABLE"],
    ["EIO", "START_FAILED"],
  ])("with %s is reported as %s, naming the folder", (systemCode, code) => {
    const error = folderError("/srv/praxis data", Object.assign(new Error("failed"), { code: systemCode }));
    expect(error).toMatchObject({ code, message: expect.stringContaining("/srv/praxis data") });
  });
});
