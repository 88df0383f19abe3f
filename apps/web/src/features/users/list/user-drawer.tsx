import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { Link } from "@tanstack/react-router";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import LockOpen from "lucide-react/icons/lock-open";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { PersonActions } from "../person/person-actions.tsx";
import { useOffersUnlock } from "../person/use-offers-unlock.ts";
import { Moment } from "./user-cell.tsx";
import { LevelList } from "../rights/level-list.tsx";
import { PermissionCodes, TechnicalRights } from "../rights/technical-rights.tsx";
import { useLockReason, UserStatus } from "./user-status.tsx";

export interface UserDrawerProps {
  organizationId: string;
  open: boolean;
  /** The person, or null while the drawer closes. */
  user: ListedUser | null;
  /** Availability of a previous and a next row. */
  steps: { readonly before: boolean; readonly after: boolean };
  onStep: (direction: -1 | 1) => void;
  onClose: () => void;
  onStart: PersonActions["start"];
}

function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-4 first:border-t-0 first:pt-0">
      <h3 className="mb-2 text-section text-text">{title}</h3>
      <dl className="grid gap-x-4 gap-y-2 text-dense md:grid-cols-[10rem_1fr]">{children}</dl>
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 md:py-0.5">{name}</dt>
      <dd className="min-w-0 text-text max-md:-mt-2 md:py-0.5">{children}</dd>
    </>
  );
}

function Person({ user }: { user: ListedUser }) {
  const t = useTranslations("users");
  const roles = useTranslations("roles");
  const format = useFormat();
  const lockReason = useLockReason(user.lockReason ?? "");
  return (
    <>
      <DetailSection title={t("drawer.person")}>
        <Detail name={t("columns.email")}>
          {user.email === null ? (
            t("noEmail")
          ) : (
            <a href={`mailto:${user.email}`} className={linkClass}>
              {user.email}
            </a>
          )}
        </Detail>
        <Detail name={t("columns.username")}>{user.username ?? "–"}</Detail>
        <Detail name={t("drawer.phone")}>{user.phone ?? t("drawer.noPhone")}</Detail>
        <Detail name={t("columns.department")}>{user.organizationData.department ?? "–"}</Detail>
        <Detail name={t("columns.jobTitle")}>{user.organizationData.jobTitle ?? "–"}</Detail>
        <Detail name={t("columns.extension")}>{user.organizationData.extension ?? "–"}</Detail>
      </DetailSection>
      <DetailSection title={t("drawer.access")}>
        <Detail name={t("columns.role")}>{roles(user.role.type)}</Detail>
      </DetailSection>
      <section aria-label={t("drawer.permissions")} className="px-5 pb-2">
        <LevelList role={user.role.type} granted={user.role.permissions} openOnly />
        <TechnicalRights>
          <PermissionCodes permissions={user.role.permissions} />
        </TechnicalRights>
      </section>
      <DetailSection title={t("drawer.account")}>
        <Detail name={t("columns.lastLogin")}>
          <Moment at={user.lastLogin ?? null} />
        </Detail>
        <Detail name={t("columns.twoFactor")}>
          {t(user.twoFactorEnabled ? "twoFactor.on" : "twoFactor.off")}
        </Detail>
        <Detail name={t("drawer.failed")}>{format.number(user.failedLoginAttempts ?? 0)}</Detail>
        {user.lockedUntil && (
          <Detail name={t("drawer.lockedUntil")}>
            <Moment at={user.lockedUntil} />
          </Detail>
        )}
        {user.lockReason && <Detail name={t("drawer.lockReason")}>{lockReason}</Detail>}
        {user.blockedAt && (
          <Detail name={t("drawer.blockedAt")}>
            <Moment at={user.blockedAt} />
          </Detail>
        )}
        {user.validUntil !== null && (
          <Detail name={t("drawer.validUntil")}>
            <time dateTime={user.validUntil}>{format.date(user.validUntil)}</time>
          </Detail>
        )}
        {user.joinedAt !== null && (
          <Detail name={t("drawer.joinedAt")}>
            <time dateTime={user.joinedAt}>{format.date(user.joinedAt)}</time>
          </Detail>
        )}
        <Detail name={t("columns.createdAt")}>
          <time dateTime={user.createdAt}>{format.date(user.createdAt)}</time>
        </Detail>
      </DetailSection>
    </>
  );
}

/** Preview of one row. Arrow keys and buttons move to the adjacent rows. */
export function UserDrawer({ organizationId, open, user, steps, onStep, onClose, onStart }: UserDrawerProps) {
  const t = useTranslations("users");
  const people = useTranslations("people");
  const unlock = useOffersUnlock(organizationId, user);
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={user === null ? "" : nameOf(user)}
      description={user !== null && <UserStatus user={user} />}
      closeLabel={t("drawer.close")}
      onStep={onStep}
      actions={
        <>
          {user !== null && (
            <>
              {unlock === "offered" && (
                <WriteButton
                  variant="primary"
                  size="small"
                  icon={LockOpen}
                  aria-label={people("menu.unlockOf", { name: nameOf(user) })}
                  onClick={() => onStart("unlock", user)}
                >
                  {people("menu.unlock")}
                </WriteButton>
              )}
              <Link
                to="/users/$userId"
                params={{ userId: user.id }}
                className={buttonClass({ size: "small" })}
              >
                {t("drawer.openPage")}
              </Link>
            </>
          )}
          <IconButton
            icon={ChevronUp}
            label={t("drawer.previous")}
            variant="edge"
            disabled={!steps.before}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t("drawer.next")}
            variant="edge"
            disabled={!steps.after}
            onClick={() => onStep(1)}
          />
        </>
      }
    >
      {user !== null && <Person user={user} />}
    </Drawer>
  );
}
