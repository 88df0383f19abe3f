import * as z from "zod/mini";
import { notificationListSchema } from "../notifications/notifications.schema.ts";
import {
  organizationPageSchema,
  organizationSchema,
  userStatisticsSchema,
} from "../organizations/organizations.schema.ts";
import { storedPreferencesSchema } from "../preferences/preferences.schema.ts";
import { currentWorkstationSchema } from "../workstation/workstation.schema.ts";

/** Data that the pages of every signed-in user need. Each part has the format of its own call. */
export const startSchema = z.strictObject({
  preferences: storedPreferencesSchema,
  /** The first page of the caller's notifications. */
  notifications: notificationListSchema,
  /** The kind of workstation, and the users whose sessions are locked there. */
  workstation: currentWorkstationSchema,
  /** The first page of the caller's organizations by name; null if the caller may not read any. */
  organizations: z.nullable(organizationPageSchema),
  /** The organization of the request; null without one, or if the caller may not read it. */
  organization: z.nullable(organizationSchema),
  /** The members of that organization by category; null if the caller may not read them. */
  userStatistics: z.nullable(userStatisticsSchema),
  /** Whether classic mode is offered in the organization of the request. */
  offersClassicMode: z.boolean(),
});
export type Start = z.output<typeof startSchema>;
