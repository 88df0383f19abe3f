import * as z from "zod/mini";
import { timeSchema } from "../users/users.schema.ts";
import { dateSchema } from "../validation.ts";

/**
 * The last day of the contract in the organization's time zone: today at the earliest, in two months at the
 * latest.
 */
export const giveNoticeSchema = z.strictObject({ endsOn: dateSchema });
export type GiveNotice = z.output<typeof giveNoticeSchema>;

export const tenantNoticeSchema = z.strictObject({
  givenAt: timeSchema,
  /**
   * The end of the last day of the contract. From then on administrators can only read and export, and only the
   * operator can withdraw the notice.
   */
  endsAt: timeSchema,
  /** Time from which all data is erased. */
  erasedFrom: timeSchema,
});
export type TenantNotice = z.output<typeof tenantNoticeSchema>;
