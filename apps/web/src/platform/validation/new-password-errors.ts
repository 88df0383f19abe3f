import { passwordContextWords, passwordIssues, type PasswordContext } from "@praxisportal/contract/password";
import { passwordMaxLength, passwordMinLength } from "@praxisportal/contract/limits";
import { validationText } from "./validation-text.ts";

/** Errors of the two fields of a new password; both undefined means valid. */
export interface NewPasswordErrors {
  readonly password?: string;
  readonly confirmation?: string;
}

/** Checks a new password and its confirmation as far as possible without the server. */
export async function newPasswordErrors(
  password: string,
  confirmation: string,
  context: PasswordContext,
): Promise<NewPasswordErrors> {
  if (password === "") return { password: await validationText("required") };
  const [issue] = passwordIssues(password, passwordContextWords(context));
  if (issue) {
    return { password: await validationText(issue, { min: passwordMinLength, max: passwordMaxLength }) };
  }
  return password === confirmation ? {} : { confirmation: await validationText("passwordMatch") };
}
