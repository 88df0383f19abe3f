import { type PasswordContext, passwordContextWords, passwordIssues } from "@praxisportal/contract/password";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { isCommonPassword } from "../crypto/common-passwords.ts";
import { ProblemError } from "./problem.ts";

/**
 * Why a new password is refused, as errors at `path`: the rule, words of its person and practices, and passwords known
 * from leaks. Every place that sets a password asks here. `contexts`: one for each of her practices.
 */
export function newPasswordIssues(
  path: string,
  password: string,
  ...contexts: readonly PasswordContext[]
): ValidationIssue[] {
  const broken = passwordIssues(password, contexts.flatMap(passwordContextWords));
  // Whoever has to choose another one anyway learns the rule first.
  const codes = broken.length === 0 && isCommonPassword(password) ? (["passwordBreached"] as const) : broken;
  return codes.map((code) => ({ path, code, params: {} }));
}

/** Errors: 400 with the reasons of {@link newPasswordIssues}. */
export function refuseNewPassword(
  path: string,
  password: string,
  ...contexts: readonly PasswordContext[]
): void {
  const issues = newPasswordIssues(path, password, ...contexts);
  if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
}
