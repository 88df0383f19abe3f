// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import Building2 from "lucide-react/icons/building-2";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationsQuery } from "../../../entities/organization/organization.api.ts";
import { LazyOrganizationList } from "../../../features/organizations/lazy-organization-list.ts";
import type { OrganizationOption } from "../../../features/organizations/organization-list.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";
import { useChooseOrganization } from "./use-choose-organization.ts";
import { useIsPlatform } from "../user/use-principal.ts";

/** From this number of organizations on, the list has a search field. */
const searchFrom = 8;

function CurrentOrganization({ name }: { name: string }) {
  return (
    <>
      <span className="grid size-7 shrink-0 place-items-center rounded-r-2 bg-accent-soft text-accent-text max-md:hidden">
        <Building2 size={16} strokeWidth={2} aria-hidden />
      </span>
      <span className="line-clamp-2 min-w-0 text-left text-body leading-5 font-strong text-text max-md:text-dense">
        {name}
      </span>
    </>
  );
}

function SwitcherContent({ onDone }: { onDone: () => void }) {
  const t = useTranslations("organizations");
  const platform = useIsPlatform();
  const current = useSession((session) => session.organization);
  const choose = useChooseOrganization();
  // Live updates do not refetch the organizations, because every page would send that request.
  const total = useQuery({ ...organizationsQuery(""), staleTime: 0 }).data?.pagination.total ?? 0;
  const router = useRouter();

  async function switchTo(organization: OrganizationOption | null): Promise<void> {
    onDone();
    await choose(organization);
    await router.invalidate();
  }

  return (
    <>
      <LazyOrganizationList
        currentId={current?.id ?? null}
        searchable={platform || total >= searchFrom}
        onChoose={(organization) => void switchTo(organization)}
      />
      {platform && current !== null && (
        <div className="mt-2 border-t border-line pt-2">
          <Button variant="quiet" size="small" icon={LogOut} block onClick={() => void switchTo(null)}>
            {t("leave")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Shows and switches the selected organization. A member of only one organization sees just its name. */
export function OrganizationSwitcher() {
  const t = useTranslations("organizations");
  const [open, setOpen] = useState(false);
  const current = useSession((session) => session.organization);
  const platform = useIsPlatform();
  const canList = useHasPermission("organizations:read");
  const list = useQuery({ ...organizationsQuery(""), enabled: canList });
  const isSingle = !platform && (!canList || (list.data?.pagination.total ?? 1) < 2);
  const name = current?.name ?? t("noneSelected");
  if (isSingle || !canList) {
    return current === null ? null : (
      <p className="flex min-w-0 items-center gap-2">
        <span className="sr-only">{t("current")}: </span>
        <CurrentOrganization name={name} />
      </p>
    );
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("switcher")}
      className="w-80"
      trigger={
        <button
          type="button"
          aria-label={current === null ? t("noneSelected") : t("switcherCurrent", { name })}
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-r-3 pr-1 hover:bg-surface-2 md:min-h-9"
        >
          {/* On phones, the whole text would take two lines. */}
          {current === null && (
            <span className="text-dense font-strong whitespace-nowrap text-text md:hidden">
              {t("current")}
            </span>
          )}
          <span className="contents max-md:[span+&]:hidden">
            <CurrentOrganization name={name} />
          </span>
          <ChevronsUpDown
            size={16}
            strokeWidth={2}
            className="shrink-0 text-text-2 max-[22.5rem]:hidden"
            aria-hidden
          />
        </button>
      }
    >
      <SwitcherContent onDone={() => setOpen(false)} />
    </Popover>
  );
}
