import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { Banner, bannerLinkClass } from "../../../ui/feedback/banner.tsx";

async function dismiss(): Promise<void> {
  const { dismissRejectedSyncs } = await import("../../../platform/offline/pending-syncs.ts");
  dismissRejectedSyncs();
}

/** Shows the changes made offline that the server refused, until the user dismisses them. */
export function RejectedChanges() {
  const t = useTranslations("frame");
  const reasons = useAppState((state) => state.syncRejections);
  if (reasons.length === 0) return null;
  return (
    <Banner
      icon={TriangleAlert}
      state={t("offline.rejected", { count: reasons.length })}
      text={[...new Set(reasons)].join(" · ")}
      action={
        <button type="button" className={bannerLinkClass} onClick={() => void dismiss()}>
          {t("offline.dismiss")}
        </button>
      }
    />
  );
}
