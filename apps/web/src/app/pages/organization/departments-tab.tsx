import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DepartmentsCard } from "../../../features/departments/departments-card.tsx";
import { practiceQuery } from "../../../features/organizations/organizations.api.ts";
import { SitesCard } from "../../../features/sites/sites-card.tsx";
import { useMay } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/link-style.ts";
import { useManagesPractice } from "./use-manages.ts";

interface DepartmentsTabProps {
  organizationId: string;
  tell: (message: string) => void;
}

/** Departments and sites of the organization. */
export function DepartmentsTab({ organizationId, tell }: DepartmentsTabProps) {
  const manages = useManagesPractice();
  const readsPeople = useMay("users:read");
  const country = useQuery(practiceQuery(organizationId)).data?.country;
  return (
    <div className="grid max-w-240 gap-4">
      <DepartmentsCard
        organizationId={organizationId}
        manages={manages}
        people={(department, text) =>
          readsPeople ? (
            <Link to="/users" search={{ department }} className={linkClass}>
              {text}
            </Link>
          ) : (
            text
          )
        }
        tell={tell}
      />
      <SitesCard organizationId={organizationId} country={country} manages={manages} tell={tell} />
    </div>
  );
}
