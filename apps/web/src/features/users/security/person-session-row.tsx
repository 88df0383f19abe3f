import { WriteButton } from "../../../platform/forms/write-block.tsx";
import type { Session } from "@praxisportal/contract/sessions/sessions.schema";
import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { useProgramName } from "./device-name.ts";

/** Returns a session's name: its workstation, or else its program. */
export function useSessionName(): (session: Session) => string {
  const programName = useProgramName();
  return (session) => session.workstation?.label ?? programName(session);
}

const phoneSystems: readonly (string | null)[] = ["iOS", "Android"];

interface PersonSessionRowProps {
  session: Session;
  busy: boolean;
  /** Absent if the session cannot be ended from here. */
  onEnd: (() => void) | undefined;
}

/** Shows a session with its workstation, program, start and last activity. */
export function PersonSessionRow({ session, busy, onEnd }: PersonSessionRowProps) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const programName = useProgramName();
  const name = useSessionName()(session);
  const program = programName(session);
  const details = [
    name === program ? null : program,
    session.address === null ? null : t("account.from", { address: session.address }),
  ].filter((detail) => detail !== null);
  const Icon = phoneSystems.includes(session.system) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-r-3 bg-surface-3 text-text-2">
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-label text-text">
          {name}
          {session.current && <StatusBadge meaning="active">{t("sessions.current")}</StatusBadge>}
          {session.newDevice && !session.current && (
            <StatusBadge meaning="warning">{t("sessions.new")}</StatusBadge>
          )}
          {session.workstation?.shared === true && (
            <Badge tone="neutral" icon={Users}>
              {t("sessions.shared")}
            </Badge>
          )}
          {session.locked && <StatusBadge meaning="locked">{t("sessions.locked")}</StatusBadge>}
        </p>
        {details.length > 0 && (
          <p className="text-dense text-text-2">
            <Dotted details={details} />
          </p>
        )}
        <p className="text-dense text-text-3">
          <Dotted
            details={[
              t("sessions.active", { time: format.momentInText(session.lastActiveAt) }),
              t("sessions.since", { time: format.momentInText(session.createdAt) }),
            ]}
          />
        </p>
      </div>
      {onEnd !== undefined && (
        <WriteButton
          size="small"
          busy={busy}
          aria-label={t("sessions.endOn", { device: name })}
          onClick={onEnd}
          className="max-sm:ml-13"
        >
          {t("sessions.end")}
        </WriteButton>
      )}
    </li>
  );
}
