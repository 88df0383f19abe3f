import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { DepartmentsCard } from "../../../features/departments/departments-card.tsx";
import { SitesCard } from "../../../features/sites/sites-card.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useCanManageOrganization } from "./use-can-manage.ts";

interface DepartmentsTabProps {
  organizationId: string;
}

/** Departments and sites of the organization. */
export function DepartmentsTab({ organizationId }: DepartmentsTabProps) {
  const canManage = useCanManageOrganization();
  const canReadPeople = useHasPermission("users:read");
  const country = useQuery(organizationQuery(organizationId)).data?.country;
  return (
    <div className="grid gap-4">
      <DepartmentsCard
        organizationId={organizationId}
        canManage={canManage}
        people={(department, text) =>
          canReadPeople ? (
            <Link to="/users" search={{ department }} className={linkClass}>
              {text}
            </Link>
          ) : (
            text
          )
        }
      />
      <SitesCard organizationId={organizationId} country={country} canManage={canManage} />
    </div>
  );
}
