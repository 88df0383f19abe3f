import { passwordResetMs } from "@praxisportal/contract/limits";
import type { MailTemplate } from "./render-mail.ts";

/** Time after its creation for which a parked mail is still useful, if this is shorter than for other messages. */
export const mailLifetimesMs: Partial<Record<MailTemplate, number>> = {
  // A link that was requested earlier would surprise its recipient, and the user can request another one.
  passwordReset: passwordResetMs,
};
