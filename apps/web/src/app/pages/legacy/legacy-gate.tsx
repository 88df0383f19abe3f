import type { ReactNode } from "react";
import type { Scope } from "../../../entities/organization/organization-keys.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { OrganizationGate } from "../organization-gate.tsx";

interface LegacyGateProps {
  title: string;
  children: (scope: Scope) => ReactNode;
}

/**
 * Renders a page of the legacy practice server, either for the selected organization or for that server's own session.
 */
export function LegacyGate({ title, children }: LegacyGateProps) {
  const isLegacy = useSession(({ status }) => status === "legacy");
  return isLegacy ? children(null) : <OrganizationGate title={title}>{children}</OrganizationGate>;
}
