import { passwordResetMs } from "@praxisportal/contract/limits";
import type { MailTemplate } from "./render-mail.ts";

/** How long after its order a mail that was given up is still useful, where that is shorter than for other messages. */
export const mailLifetimesMs: Partial<Record<MailTemplate, number>> = {
  // A link that was asked for earlier would surprise its recipient; the user can ask for another one.
  passwordReset: passwordResetMs,
};
