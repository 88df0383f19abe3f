import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import { Moment } from "../list/user-cell.tsx";
import { useProgramName } from "./device-name.ts";
import type { UserSecurity } from "./person-security.api.ts";

type SignIn = UserSecurity["lastLogins"][number];

const meanings = {
  success: "ok",
  failed: "failed",
  denied: "warning",
} as const satisfies Record<SignIn["outcome"], StatusMeaning>;

/** Lists recent successful and rejected sign-ins, newest first. */
export function SignInsCard({ signIns }: { signIns: readonly SignIn[] }) {
  const t = useTranslations("person-security");
  const programName = useProgramName();
  return (
    <Card title={t("signIns.title")}>
      {signIns.length === 0 ? (
        <p className="text-body text-text-2">{t("signIns.none")}</p>
      ) : (
        <ul>
          {signIns.map((signIn, index) => (
            <li
              // Entries have no id, so the index distinguishes entries of the same second.
              key={`${signIn.time} ${String(index)}`}
              className="grid gap-x-4 gap-y-1 border-t border-line py-2 text-dense first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[9rem_1fr_auto] sm:items-center"
            >
              <span>
                <StatusBadge meaning={meanings[signIn.outcome]}>{t(`signIns.${signIn.outcome}`)}</StatusBadge>
              </span>
              <span className="min-w-0 text-text">
                {programName(signIn)}
                {signIn.address !== null && (
                  <span className="block text-text-2">{t("account.from", { address: signIn.address })}</span>
                )}
              </span>
              <span className="text-text-2 tabular-nums">
                <Moment at={signIn.time} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
