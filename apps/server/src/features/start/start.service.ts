import { initialNotificationCount, startOrganizations } from "@praxisportal/contract/limits";
import type { OrganizationListQuery } from "@praxisportal/contract/organizations/organizations.schema";
import { hasPermission } from "@praxisportal/contract/permissions";
import type { Start } from "@praxisportal/contract/start/start.schema";
import type { Caller } from "../../platform/request-context/caller.ts";
import { principalOf, type RequestContext } from "../../platform/request-context/request-context.ts";
import type { Legacy } from "../legacy/create-legacy.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { OrganizationService } from "../organizations/organizations.service.ts";
import type { PreferenceService } from "../preferences/preferences.service.ts";
import type { Workstation } from "../workstation/create-workstation.ts";

type Dependencies = {
  preferences: PreferenceService;
  notifications: NotificationService;
  organizations: OrganizationService;
  readWorkstation: Workstation["readWorkstation"];
  isLegacyOffered: Legacy["isOffered"];
};

const firstOrganizations: OrganizationListQuery = {
  page: 1,
  limit: startOrganizations,
  sortBy: "name",
  sortOrder: "asc",
};

/** Returns whether a caller who has not selected an organization may list organizations. */
function mayListOrganizations(caller: Caller): boolean {
  return caller.memberships.some((membership) =>
    hasPermission(principalOf(caller, membership), "organizations:read"),
  );
}

/** Reads the start data of the web app. */
export class StartService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns each part as its own call would, or null if that call would refuse it. Errors: 404. */
  async get({ caller, origin, principal, organizationIfAny }: RequestContext): Promise<Start> {
    const { preferences, notifications, organizations, readWorkstation, isLegacyOffered } =
      this.#dependencies;
    const canRead = hasPermission(principal, "organizations:read");
    const canList = canRead || (organizationIfAny === undefined && mayListOrganizations(caller));
    const canReadUsers = hasPermission(principal, "users:read");
    const db = organizationIfAny?.db;
    const [
      ownPreferences,
      ownNotifications,
      workstation,
      ownOrganizations,
      organization,
      userStatistics,
      offersClassicMode,
    ] = await Promise.all([
      preferences.get(caller.personId),
      notifications.list(caller, { limit: initialNotificationCount }),
      readWorkstation(origin),
      canList ? organizations.list(caller, firstOrganizations) : null,
      canRead && db !== undefined ? organizations.get(db) : null,
      canReadUsers && db !== undefined ? organizations.userStatistics(db, principal) : null,
      isLegacyOffered(organizationIfAny),
    ]);
    return {
      preferences: ownPreferences,
      notifications: ownNotifications,
      workstation,
      organizations: ownOrganizations,
      organization,
      userStatistics,
      offersClassicMode,
    };
  }
}
