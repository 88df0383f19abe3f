import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import type { User } from "../people.api.ts";
import { Moment } from "../list/user-cell.tsx";
import { useLockReason } from "../list/user-status.tsx";

function DetailList({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[11rem_1fr]">{children}</dl>;
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 sm:py-0.5">{name}</dt>
      <dd className="min-w-0 break-words text-text max-sm:-mt-2 sm:py-0.5">{children}</dd>
    </>
  );
}

function Email({ user }: { user: User }) {
  const t = useTranslations("people");
  if (user.email === null) return t("person.none");
  return (
    <span className="flex flex-wrap items-center gap-2">
      <a href={`mailto:${user.email}`} className={linkClass}>
        {user.email}
      </a>
      <Badge
        tone={user.emailVerified ? "success" : "warning"}
        icon={user.emailVerified ? CircleCheck : Clock}
      >
        {t(user.emailVerified ? "person.verified" : "person.unverified")}
      </Badge>
      {user.pendingEmail !== null && (
        <span className="basis-full text-small text-text-3">
          {t("person.pendingEmail", { email: user.pendingEmail })}
        </span>
      )}
    </span>
  );
}

/** Shows a person's contact data, membership and sign-in status. */
export function PersonTab({ user }: { user: User }) {
  const t = useTranslations("people");
  const users = useTranslations("users");
  const format = useFormat();
  const lockReason = useLockReason(user.lockReason ?? "");
  const day = (moment: string) => <time dateTime={moment}>{format.date(moment)}</time>;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Card title={t("person.contact")}>
          <DetailList>
            <Detail name={t("field.email")}>
              <Email user={user} />
            </Detail>
            <Detail name={t("field.phone")}>{user.phone ?? t("person.none")}</Detail>
          </DetailList>
        </Card>
        <Card title={t("person.account")}>
          <DetailList>
            <Detail name={t("field.username")}>{user.username ?? t("person.none")}</Detail>
            <Detail name={users("columns.lastLogin")}>
              <Moment at={user.lastLogin ?? null} />
            </Detail>
            <Detail name={users("columns.twoFactor")}>
              {users(user.twoFactorEnabled ? "twoFactor.on" : "twoFactor.off")}
            </Detail>
            <Detail name={users("drawer.failed")}>{format.number(user.failedLoginAttempts ?? 0)}</Detail>
            {user.lockedUntil && (
              <Detail name={users("drawer.lockedUntil")}>
                <Moment at={user.lockedUntil} />
              </Detail>
            )}
            {user.lockReason && <Detail name={users("drawer.lockReason")}>{lockReason}</Detail>}
            {user.blockedAt && (
              <Detail name={users("drawer.blockedAt")}>
                <Moment at={user.blockedAt} />
              </Detail>
            )}
          </DetailList>
          {user.mustChangePassword && <p className="mt-3 text-dense text-text-2">{t("person.mustChange")}</p>}
        </Card>
      </div>
      <Card title={t("person.membership")}>
        <DetailList>
          <Detail name={t("field.department")}>{user.organizationData.department ?? t("person.none")}</Detail>
          <Detail name={t("field.jobTitle")}>{user.organizationData.jobTitle ?? t("person.none")}</Detail>
          <Detail name={t("field.extension")}>{user.organizationData.extension ?? t("person.none")}</Detail>
          {user.joinedAt !== null && <Detail name={users("drawer.joinedAt")}>{day(user.joinedAt)}</Detail>}
          {/* The access of a deactivated member has already ended, regardless of the date. */}
          {user.status !== "deactivated" && (
            <Detail name={t("field.validUntil")}>
              {user.validUntil === null ? t("person.permanent") : day(user.validUntil)}
            </Detail>
          )}
          <Detail name={users("columns.createdAt")}>{day(user.createdAt)}</Detail>
        </DetailList>
      </Card>
    </div>
  );
}
