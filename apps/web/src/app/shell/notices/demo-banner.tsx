import History from "lucide-react/icons/history";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { EventData } from "../../../platform/realtime/frames.ts";
import { Banner } from "../../../ui/feedback/banner.tsx";

/** Updates come about every second. Without an update for this long, the server or the connection has stopped. */
const silenceMs = 15_000;

/** Shows the progress while the demonstration's history is being created. Disappears when it is complete. */
export function DemoBanner({ progress }: { progress: EventData }) {
  const t = useTranslations("demo-notice");
  const format = useFormat();
  const [ended, setEnded] = useState<EventData>();
  useEffect(() => {
    const timer = setTimeout(() => setEnded(progress), silenceMs);
    return () => clearTimeout(timer);
  }, [progress]);
  const share = Number(progress["done"]) / Number(progress["total"]);
  if (ended === progress || !(share < 1)) return null;
  return (
    <Banner
      icon={History}
      tone="info"
      state={t("title")}
      text={
        <>
          {t("text")} {/* Not announced: it changes every second. */}
          <span aria-hidden="true" className="whitespace-nowrap tabular-nums">
            {t("done", { share: format.percent(share) })}
          </span>
        </>
      }
    />
  );
}
