import { passwordMaxLength, passwordMinLength } from "@praxisportal/contract/limits";
import { type PasswordContext, passwordContextWords, passwordIssues } from "@praxisportal/contract/password";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { isCommonPassword } from "../crypto/common-passwords.ts";
import { ProblemError } from "./problem.ts";

/**
 * Returns the reasons why a new password is rejected, as errors at `path`. It must meet the password rule, contain no
 * words from the person's data and organizations, and not be known from leaks. Every call that sets a password uses
 * this check. `contexts` has one entry for each of the person's organizations.
 */
export function newPasswordIssues(
  path: string,
  password: string,
  ...contexts: readonly PasswordContext[]
): ValidationIssue[] {
  const issues = passwordIssues(password, contexts.flatMap(passwordContextWords));
  // Leaked passwords are reported only if the rule is met, so that the user learns the rule first.
  const codes = issues.length === 0 && isCommonPassword(password) ? (["passwordBreached"] as const) : issues;
  const params = { min: passwordMinLength, max: passwordMaxLength };
  return codes.map((code) => ({ path, code, params }));
}

/** Throws 400 with the reasons of {@link newPasswordIssues}. */
export function assertNewPassword(
  path: string,
  password: string,
  ...contexts: readonly PasswordContext[]
): void {
  const issues = newPasswordIssues(path, password, ...contexts);
  if (issues.length > 0) throw new ProblemError("VALIDATION_FAILED", { issues });
}
