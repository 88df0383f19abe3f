import {
  type OrganizationState as State,
  type OrganizationStatus,
  displayStateOf,
} from "@praxisportal/contract/organizations/organization-state.rules";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { retrievalDays } from "./erasure/contract-days.ts";
import { StatusBadge, type StatusMeaning } from "../../ui/label/status-badge.tsx";

const dayMs = 86_400_000;

const meanings = {
  trial: "trial",
  trialOver: "suspended",
  verified: "ok",
  active: "active",
  suspended: "suspended",
  contractEnded: "expired",
  archived: "expired",
  deleted: "revoked",
} as const satisfies Record<State | "trialOver" | "contractEnded", StatusMeaning>;

export interface StatedOrganization {
  readonly status: OrganizationStatus;
  readonly verifiedAt?: string | null;
  readonly trialEndsAt?: string | null;
  /** Set for an organization. */
  readonly suspension?: { readonly erasedFrom: string | null } | null;
  /** Set for a tenant. */
  readonly notice?: { readonly erasedFrom: string } | null;
}

type DisplayedState = keyof typeof meanings;

/** Returns the state to display at a time in ms, including the end of a trial or a contract. */
function displayedStateOf(organization: StatedOrganization, now: number): DisplayedState {
  const { status, verifiedAt = null, trialEndsAt = null, suspension, notice } = organization;
  if (status === "trial")
    return trialEndsAt !== null && Date.parse(trialEndsAt) <= now ? "trialOver" : status;
  const erasedFrom = notice?.erasedFrom ?? suspension?.erasedFrom ?? null;
  // Before the contract has ended, a suspension has another reason than the end of the contract.
  if (status === "suspended" && erasedFrom !== null && now >= Date.parse(erasedFrom) - retrievalDays * dayMs)
    return "contractEnded";
  return displayStateOf({ status, verifiedAt });
}

function useStateLabel(): (state: DisplayedState) => string {
  const t = useTranslations("organizations");
  return (state) =>
    state === "trialOver" || state === "contractEnded" ? t(`ended.${state}`) : t(`status.${state}`);
}

/** Returns a function that names the state of an organization at a time in ms. */
export function useStateText(): (organization: StatedOrganization, now: number) => string {
  const labelOf = useStateLabel();
  return (organization, now) => labelOf(displayedStateOf(organization, now));
}

/**
 * Shows the state of an organization, with the end of a running trial. An active organization that was verified is
 * shown as verified.
 */
export function OrganizationState({ organization }: { organization: StatedOrganization }) {
  const t = useTranslations("organizations");
  const format = useFormat();
  const labelOf = useStateLabel();
  const [now] = useState(() => Date.now());
  const state = displayedStateOf(organization, now);
  const { trialEndsAt = null } = organization;
  return (
    <>
      <StatusBadge meaning={meanings[state]}>{labelOf(state)}</StatusBadge>
      {state === "trial" && trialEndsAt !== null && (
        <span className="block text-small whitespace-nowrap text-text-3">
          {t("trialUntil", { date: format.date(trialEndsAt) })}
        </span>
      )}
    </>
  );
}
