import { setupSchema } from "@praxisportal/contract/setup/setup.endpoints";
import type { PasswordContext } from "@praxisportal/contract/password";
import { newPasswordErrors } from "../../platform/validation/new-password-errors.ts";
import { validate, type FieldErrors } from "../../platform/validation/validate.ts";
import type { SetupInput } from "./setup.api.ts";

export interface PersonDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export interface OrganizationDraft {
  readonly name: string;
  readonly type: string;
  readonly country: "DE" | "AT" | "CH";
}

export interface SetupDraft {
  readonly administrator: PersonDraft;
  readonly organization: OrganizationDraft;
  readonly member: PersonDraft;
}

/** Steps of the wizard in order. They are also the keys of the draft. */
export const setupSteps = ["administrator", "organization", "member"] as const;
export type SetupStep = (typeof setupSteps)[number];

export const countries = ["DE", "AT", "CH"] as const;

const emptyPerson: PersonDraft = {
  firstName: "",
  lastName: "",
  username: "",
  email: "",
  password: "",
  confirmation: "",
};

export const emptySetup: SetupDraft = {
  administrator: emptyPerson,
  organization: { name: "", type: "", country: "DE" },
  member: emptyPerson,
};

/** Returns whether the user would lose something by leaving the wizard. */
export function hasInput(draft: SetupDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptySetup);
}

function personBody({ firstName, lastName, username, email, password }: PersonDraft) {
  return { firstName, lastName, username, email: email.trim() === "" ? null : email, password };
}

/** Returns the request body. The draft does not contain the token. */
export function setupBody({ administrator, organization, member }: SetupDraft, token: string): SetupInput {
  const { name, type, country } = organization;
  return {
    token,
    administrator: personBody(administrator),
    organization: type.trim() === "" ? { name, country } : { name, type, country },
    member: personBody(member),
  };
}

/** Returns the words that must not be in a person's password. */
export function contextOf(person: PersonDraft, organizationName: string): PasswordContext {
  const { firstName, lastName, username, email } = person;
  return { firstName, lastName, username, email, organizationName };
}

async function personErrors(step: "administrator" | "member", draft: SetupDraft): Promise<FieldErrors> {
  const person = draft[step];
  const shape = setupSchema.shape[step];
  const { password: _own, ...fields } = await validate(shape, personBody(person));
  const organizationName = step === "member" ? draft.organization.name : "";
  const secret = await newPasswordErrors(
    person.password,
    person.confirmation,
    contextOf(person, organizationName),
  );
  return { ...fields, ...secret };
}

/** Texts for errors that involve both accounts. */
export interface ClashTexts {
  readonly sameUsername: string;
  readonly sameEmail: string;
}

/** Returns the errors for a username or email address that both accounts share. */
function clashes({ administrator, member }: SetupDraft, texts: ClashTexts): FieldErrors {
  const isSame = (a: string, b: string) =>
    a.trim() !== "" && a.trim().toLowerCase() === b.trim().toLowerCase();
  return {
    ...(isSame(administrator.username, member.username) ? { username: texts.sameUsername } : {}),
    ...(isSame(administrator.email, member.email) ? { email: texts.sameEmail } : {}),
  };
}

/** Returns the errors of one step by field, or an empty object if the step is valid. */
export async function stepErrors(
  step: SetupStep,
  draft: SetupDraft,
  texts: ClashTexts,
): Promise<FieldErrors> {
  if (step === "organization") {
    const { name, type, country } = draft.organization;
    return validate(setupSchema.shape.organization, { name, country, ...(type === "" ? {} : { type }) });
  }
  const personIssues = await personErrors(step, draft);
  return step === "member" ? { ...clashes(draft, texts), ...personIssues } : personIssues;
}
