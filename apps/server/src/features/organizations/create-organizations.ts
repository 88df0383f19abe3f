import type { ErasedTenantListQuery } from "@praxisportal/contract/tenants/erased-tenants.schema";
import { MailLimits } from "../../directory/mail-limits.ts";
import type { RateLimiter } from "../../directory/rate-limiter.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Auth } from "../auth/create-auth.ts";
import type { Members } from "../members/create-members.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Staff } from "../staff/create-staff.ts";
import type { Usage } from "../usage/create-usage.ts";
import type { Users } from "../users/create-users.ts";
import { LogoService } from "./logo/logo.service.ts";
import { OrganizationLifecycleService } from "./organization-lifecycle.service.ts";
import { OrganizationSettingsService } from "./organization-settings.service.ts";
import { registerOrganizationRoutes } from "./organizations.routes.ts";
import { OrganizationService } from "./organizations.service.ts";
import { certificateMail } from "./erasure/certificate-mail.ts";
import { downloadCertificate } from "./erasure/certificate.service.ts";
import { listErasedTenants } from "./erasure/erased-tenants.service.ts";
import { NoticeService } from "./erasure/notice.service.ts";
import { OrganizationClosing } from "./organization-closing.ts";
import { organizationErasureJob } from "./erasure/organization-erasure.worker.ts";
import { ProvisioningService } from "./provisioning/provisioning.service.ts";
import { provisioningJob } from "./provisioning/provisioning.worker.ts";
import { securityCheckJob } from "./security-check.worker.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  limits: RateLimiter;
  auth: Auth;
  notifications: Notifications;
  members: Members;
  users: Users;
  usage: Usage;
  staff: Staff;
  operatorName: string;
};

/** Services of organizations for other features. */
export type Organizations = ReturnType<typeof createOrganizations>;

/** Creates the services of organizations: settings, life cycle, provisioning, notice and erasure. */
export function createOrganizations(dependencies: Dependencies) {
  const { platformDb, clock, limits, usage, users, staff } = dependencies;
  const { sessions } = dependencies.auth;
  const { notices } = dependencies.notifications;
  const { members } = dependencies.members;
  const provisioning = new ProvisioningService(dependencies);
  const mailLimits = new MailLimits(limits);
  const lifecycle = new OrganizationLifecycleService({
    ...dependencies,
    sessions,
    members,
    mailLimits,
    provisioning,
  });
  const notice = new NoticeService({ ...dependencies, notices });
  const closing = new OrganizationClosing({ clock, sessions });
  const settings = new OrganizationSettingsService({ ...dependencies, sessions, notices });
  const organizations = new OrganizationService({
    ...dependencies,
    usageReads: { days: usage.readUsageDays, monthTokens: usage.readMonthTokens },
    readStaffBoard: staff.readBoard,
  });
  const logos = new LogoService(dependencies);
  return {
    lifecycle,
    settings,
    provisioning,
    organizations,
    downloadCertificate,
    listErasedTenants: (query: ErasedTenantListQuery) => listErasedTenants(platformDb, query),
    notice,
    mails: { deletionCertificate: certificateMail(platformDb) },
    registerRoutes: (registrar) =>
      registerOrganizationRoutes(registrar, {
        organizations,
        settings,
        lifecycle,
        logos,
        listUsers: users.listUsers,
        listedPeople: users.listedPeople,
      }),
    jobs: [
      securityCheckJob({ db: platformDb, clock }),
      organizationErasureJob({ ...dependencies, db: platformDb, closing, notices }),
      provisioningJob({ db: platformDb, provisioning }),
    ],
  } satisfies Feature & Record<string, unknown>;
}
