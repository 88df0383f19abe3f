import {
  type OrganizationState,
  type OrganizationStatus,
  shownState,
} from "@praxisportal/contract/organizations/organization-state.rules";
import { useTranslations } from "use-intl";
import { StatusBadge, type StatusMeaning } from "../../ui/status-badge.tsx";

const meanings = {
  trial: "trial",
  verified: "ok",
  active: "active",
  suspended: "suspended",
  archived: "expired",
  deleted: "revoked",
} as const satisfies Record<OrganizationState, StatusMeaning>;

interface PracticeStateProps {
  practice: { readonly status: OrganizationStatus; readonly verifiedAt: string | null };
}

/** The state of a practice. An active practice that was verified is shown as verified. */
export function PracticeState({ practice }: PracticeStateProps) {
  const t = useTranslations("organizations");
  const state = shownState(practice);
  return <StatusBadge meaning={meanings[state]}>{t(`status.${state}`)}</StatusBadge>;
}
