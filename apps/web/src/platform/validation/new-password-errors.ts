import { passwordContextWords, passwordIssues, type PasswordContext } from "@praxisportal/contract/password";
import { passwordMaxLength, passwordMinLength } from "@praxisportal/contract/limits";
import type { FieldErrors } from "./validate.ts";
import { validationText } from "./validation-text.ts";

/**
 * Checks a new password and its confirmation without the server. Returns the errors of the fields `field` and
 * `confirmation`.
 */
export async function newPasswordErrors(
  password: string,
  confirmation: string,
  context: PasswordContext,
  field: "password" | "newPassword" = "password",
): Promise<FieldErrors> {
  const [issue] =
    password === "" ? (["required"] as const) : passwordIssues(password, passwordContextWords(context));
  if (issue) {
    return {
      [field]: await validationText(issue, { min: passwordMinLength, max: passwordMaxLength }),
      ...(confirmation === "" && { confirmation: await validationText("required") }),
    };
  }
  return password === confirmation ? {} : { confirmation: await validationText("passwordMatch") };
}
