/** Reasons why the embedded database, and therefore the portal, cannot start. */
export type StartErrorCode =
  | "FOLDER_NOT_WRITABLE"
  | "FOLDER_OF_OTHER_USER"
  | "DISK_FULL"
  | "WRONG_VERSION"
  | "SECOND_PROCESS"
  | "NO_UNPRIVILEGED_USER"
  | "PLATFORM_UNSUPPORTED"
  | "DATA_BROKEN"
  | "DATABASE_ENDED"
  | "KEY_MISSING"
  | "START_FAILED";

/**
 * Failed start that the operator can resolve. The caller prints `message`, which is one line, without a stack and exits
 * with 1.
 */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: { cause?: unknown }) {
    super(message.replaceAll(/\s*\n\s*/g, " ").trim(), options);
    this.name = "StartError";
    this.code = code;
  }
}

/** Returns the `code` of a Node.js system error (`ENOSPC`, `EACCES`, …), or an empty string. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Converts a failed file operation on the data folder into an error with the folder and the remedy. */
export function folderError(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const code = systemErrorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(folder, error);
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT"].includes(code)) {
    const message = `The data folder ${folder} is not writable (${code}): change its owner or set DATA_DIR.`;
    return new StartError("FOLDER_NOT_WRITABLE", message, { cause: error });
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new StartError("START_FAILED", `The data folder ${folder} cannot be used: ${detail}`, {
    cause: error,
  });
}

/** Returns the error for a full disk. */
export function diskFull(folder: string, cause?: unknown): StartError {
  return new StartError(
    "DISK_FULL",
    `No space left on the disk of ${folder}: free some space and start again. Nothing that was saved is lost.`,
    { cause },
  );
}
