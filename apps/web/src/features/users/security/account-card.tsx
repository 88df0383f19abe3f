import { loginFailuresBeforeLock } from "@praxisportal/contract/limits";
import { memberBadgeOf } from "@praxisportal/contract/users/users.rules";
import Ban from "lucide-react/icons/ban";
import LockOpen from "lucide-react/icons/lock-open";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Moment } from "../list/user-cell.tsx";
import { UserStatus } from "../list/user-status.tsx";
import { useProgramName } from "./device-name.ts";
import type { UserSecurity } from "./person-security.api.ts";
import type { SecurityCardProps } from "./security-card-props.ts";
import { StepButton } from "./step-button.tsx";
import { useUnlockHelp } from "./use-unlock-help.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Returns the account's status as sentences. */
function useAccountNotices(user: UserSecurity): string[] {
  const t = useTranslations("person-security");
  const format = useFormat();
  const unlockHelpOf = useUnlockHelp();
  const badge = memberBadgeOf(user);
  const state = badge === "activeUntil" ? "active" : badge;
  const lines: (string | null)[] = [
    state === "blocked" || state === "locked" ? null : t(`account.${state}`),
    user.blockedAt === null
      ? null
      : user.blockedBy === null
        ? t("account.blocked", { time: format.momentInText(user.blockedAt) })
        : t("account.blockedBy", { time: format.momentInText(user.blockedAt), name: user.blockedBy }),
    user.blockReason === null ? null : t("account.blockReason", { reason: user.blockReason }),
    user.lockedUntil === null ? null : t("account.locked", { time: format.momentInText(user.lockedUntil) }),
    unlockHelpOf(user) ?? null,
    user.mustChangePassword ? t("account.mustChange") : null,
    user.email === null
      ? t("account.noEmail")
      : user.emailVerified
        ? null
        : t("account.unconfirmed", { email: user.email }),
  ];
  return lines.filter((line) => line !== null);
}

/** Shows the time and program of the last successful sign-in in this organization. */
function LastSignIn({ user }: { user: UserSecurity }) {
  const t = useTranslations("person-security");
  const programName = useProgramName();
  const last = user.lastLogins.find(({ outcome }) => outcome === "success");
  return (
    <>
      <Moment at={last?.time ?? user.lastLogin} />
      {last !== undefined && (
        <span className="block text-text-2">
          <Dotted
            details={[
              programName(last),
              last.address !== null && t("account.from", { address: last.address }),
            ]}
          />
        </span>
      )}
    </>
  );
}

/** Shows whether the person can sign in, what prevents it, and the actions to resolve it. */
export function AccountCard({ user, onStart }: SecurityCardProps) {
  const t = useTranslations("person-security");
  const lines = useAccountNotices(user);
  const shared = { user, onStart };
  return (
    <Card title={t("account.title")} aside={<UserStatus user={user} />}>
      <div className="grid gap-4">
        <ul className="grid gap-1 text-body text-text">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <dl className="grid gap-x-4 gap-y-2 text-dense">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-text-3">{t("account.failures")}</dt>
            <dd className="font-label text-text tabular-nums">
              {t("account.failuresOf", { count: user.failedLoginAttempts, max: loginFailuresBeforeLock })}
            </dd>
          </div>
          <div>
            <dt className="text-text-3">{t("account.last")}</dt>
            <dd className="text-text">
              <LastSignIn user={user} />
            </dd>
          </div>
        </dl>
        <div className="grid gap-2 empty:hidden">
          <StepButton {...shared} step="unlock" icon={LockOpen} variant="primary" />
          <StepButton {...shared} step="unblock" icon={LockOpen} />
          <StepButton {...shared} step="block" icon={Ban} variant="destructive" />
        </div>
      </div>
    </Card>
  );
}
