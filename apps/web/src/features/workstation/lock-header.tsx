import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { LogoMark } from "../../ui/layout/logo.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";

const tickMs = 1_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows the practice, the workstation, the time and the day. */
export function LockHeader({ organization, label }: { organization: string | null; label: string | null }) {
  const t = useTranslations("workstation");
  const frame = useTranslations("frame");
  const format = useFormat();
  const now = useNow();
  return (
    <header className="flex items-center justify-between gap-4">
      <div className="flex min-w-0 items-center gap-3">
        <span className="max-sm:hidden">
          <LogoMark size={36} />
        </span>
        <div className="min-w-0">
          <p className="wrap-anywhere text-body font-strong text-text">{organization ?? frame("product")}</p>
          <p className="text-dense text-text-2">
            <Dotted details={[label || null, t("shared")]} />
          </p>
        </div>
      </div>
      <p className="shrink-0 text-right">
        <time dateTime={now.toISOString()} className="block text-display tabular-nums text-text">
          {format.time(now)}
        </time>
        <span className="text-dense text-text-2 max-sm:hidden">{format.dateLong(now)}</span>
      </p>
    </header>
  );
}
