import { pendingSyncsMax } from "../../platform/offline/pending-limits.ts";
import { Link } from "@tanstack/react-router";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { usePendingSyncs } from "../../platform/offline/pending-queue.ts";
import { Banner, bannerLinkClass } from "../../ui/feedback/banner.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";

/** Banner about offline changes that need the user's attention: conflicts, rejections or too many waiting changes. */
function IssueBanner() {
  const t = useTranslations("pending-changes");
  const conflicts = useAppState((state) => state.syncConflictCount);
  const rejectionCount = useAppState((state) => state.syncRejectionCount);
  const isFull = useAppState((state) => state.isSyncQueueFull);
  const items = usePendingSyncs((state) => state.items);
  const reasons = new Set(items.flatMap((item) => (item.state === "rejected" ? [item.reason] : [])));
  if (conflicts + rejectionCount === 0 && !isFull) return null;
  const states = [
    ...(isFull ? [t("banner.full")] : []),
    ...(conflicts > 0 ? [t("banner.conflicts", { count: conflicts })] : []),
    ...(rejectionCount > 0 ? [t("banner.rejected", { count: rejectionCount })] : []),
  ];
  return (
    <Banner
      icon={TriangleAlert}
      state={<Dotted details={states} />}
      text={isFull ? t("banner.fullText", { count: pendingSyncsMax }) : <Dotted details={[...reasons]} />}
      action={
        <Link to="/settings" className={bannerLinkClass}>
          {t("banner.show")}
        </Link>
      }
    />
  );
}

/** The banner and the question before a sign-out. Downloaded while the user has offline changes. */
export function PendingChangesNotice() {
  return (
    <>
      <IssueBanner />
      <SignOutDialog />
    </>
  );
}
