import {
  type OrganizationState,
  type OrganizationStatus,
  displayStateOf,
} from "@praxisportal/contract/organizations/organization-state.rules";
import { useTranslations } from "use-intl";
import { StatusBadge, type StatusMeaning } from "../../ui/label/status-badge.tsx";

const meanings = {
  trial: "trial",
  verified: "ok",
  active: "active",
  suspended: "suspended",
  archived: "expired",
  deleted: "revoked",
} as const satisfies Record<OrganizationState, StatusMeaning>;

interface OrganizationStateProps {
  organization: { readonly status: OrganizationStatus; readonly verifiedAt: string | null };
}

/** The state of an organization. An active organization that was verified is shown as verified. */
export function OrganizationState({ organization }: OrganizationStateProps) {
  const t = useTranslations("organizations");
  const state = displayStateOf(organization);
  return <StatusBadge meaning={meanings[state]}>{t(`status.${state}`)}</StatusBadge>;
}
