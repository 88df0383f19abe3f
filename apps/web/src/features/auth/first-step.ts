import type { SecondStep as SecondStepTicket } from "@praxisportal/contract/auth/auth.schema";

/** State between the first and the second sign-in step. */
export interface FirstStep {
  readonly tempToken: string;
  /** Methods available to the user. */
  readonly methods: SecondStepTicket["methods"];
  /** As typed: username or email address. */
  readonly name: string;
  /** Name of the chosen organization, or null if there is none. */
  readonly organization: string | null;
}
