import Monitor from "lucide-react/icons/monitor";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import type { Session } from "./sessions.api.ts";

interface SessionRowProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

function useDeviceName(session: Session): string {
  const t = useTranslations("sessions");
  const { browser, system } = session;
  if (browser !== null && system !== null) return t("device", { browser, system });
  return browser ?? system ?? t("unknown");
}

/** Shows a session with its device, IP address and last activity, and a button to end it. */
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useTranslations("sessions");
  const format = useFormat();
  const device = useDeviceName(session);
  const { workstation } = session;
  const details = [
    session.current ? null : t("active", { time: format.momentInText(session.lastActiveAt) }),
    t("since", { time: format.momentInText(session.createdAt) }),
    session.address === null ? null : t("address", { address: session.address }),
    workstation?.label ? t("workstation", { name: workstation.label }) : null,
    workstation?.shared ? t("shared") : null,
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <Monitor size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-label text-text">
          {device}
          {session.current && <StatusBadge meaning="active">{t("current")}</StatusBadge>}
          {session.newDevice && !session.current && <StatusBadge meaning="warning">{t("new")}</StatusBadge>}
          {session.locked && <StatusBadge meaning="locked">{t("locked")}</StatusBadge>}
        </p>
        <p className="text-dense text-text-2">
          <Dotted details={details.filter((detail) => detail !== null)} />
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={busy}
          // The long text of the button that ends all sessions would make this one twice as wide.
          busyLabel={t("end")}
          aria-label={t("endOn", { device })}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
