import { useQuery, useQueryClient } from "@tanstack/react-query";
import CircleDashed from "lucide-react/icons/circle-dashed";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Badge } from "../../ui/label/badge.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type EmergencyCode, emergencyCodeQuery } from "./emergency-code.api.ts";

// Downloaded on demand, because most visits do not change the code.
const CreateCodeDialog = lazyDialog(async () => (await import("./create-code-dialog.tsx")).CreateCodeDialog);
const WithdrawCodeDialog = lazyDialog(
  async () => (await import("./withdraw-code-dialog.tsx")).WithdrawCodeDialog,
);

/** Shows the state of the emergency code, which can be created and withdrawn here. */
export function EmergencyCodeCard({ organizationId }: { organizationId: string }) {
  const t = useTranslations("emergency-code");
  const query = useQuery(emergencyCodeQuery(organizationId));
  const { data: code } = query;
  return (
    <Card title={t("title")} description={t("text")} aside={code !== undefined && <State code={code} />}>
      {code !== undefined ? (
        <Content organizationId={organizationId} code={code} />
      ) : (
        <QueryFallback query={query} failedTitle={t("loadFailed")}>
          <SkeletonGroup label={t("loading")} className="grid gap-3">
            <Skeleton className="h-4 w-60" />
          </SkeletonGroup>
        </QueryFallback>
      )}
    </Card>
  );
}

function State({ code: { state } }: { code: EmergencyCode }) {
  const t = useTranslations("emergency-code");
  const text = t(`state.${state}`);
  if (state === "open") return <StatusBadge meaning="ok">{text}</StatusBadge>;
  const isUsed = state === "used";
  return (
    <Badge tone={isUsed ? "warning" : "neutral"} icon={isUsed ? TriangleAlert : CircleDashed}>
      {text}
    </Badge>
  );
}

function Content({ organizationId, code }: { organizationId: string; code: EmergencyCode }) {
  const t = useTranslations("emergency-code");
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<"create" | "withdraw" | null>(null);
  const hasCode = code.state !== "none";
  const dialog = {
    organizationId,
    isOpen: code.state === "open",
    onChanged: () => void client.invalidateQueries(emergencyCodeQuery(organizationId)),
    onClose: () => setOpenDialog(null),
  };
  return (
    <div className="grid gap-4">
      <Facts code={code} />
      <div className="button-row flex flex-wrap gap-2">
        <WriteButton
          variant={code.state === "open" ? "secondary" : "primary"}
          {...preloads(CreateCodeDialog)}
          onClick={() => setOpenDialog("create")}
        >
          {t(hasCode ? "createNew" : "create")}
        </WriteButton>
        {code.state === "open" && (
          <WriteButton {...preloads(WithdrawCodeDialog)} onClick={() => setOpenDialog("withdraw")}>
            {t("withdraw")}
          </WriteButton>
        )}
      </div>
      {openDialog === "create" && <CreateCodeDialog {...dialog} />}
      {openDialog === "withdraw" && <WithdrawCodeDialog {...dialog} />}
    </div>
  );
}

function Facts({ code }: { code: EmergencyCode }) {
  const t = useTranslations("emergency-code");
  const format = useFormat();
  const { label, createdAt, createdBy, usedAt, usedBy } = code;
  if (createdAt === null) return <p className="text-body text-text-2">{t("none")}</p>;
  const nameOf = (name: string | null) => name ?? t("unknownPerson");
  return (
    <dl className="grid gap-x-4 gap-y-2 text-body sm:grid-cols-[13rem_1fr]">
      <dt className="text-text-3">{t("created")}</dt>
      <dd className="text-text max-sm:-mt-2">
        {t("by", { time: format.moment(createdAt), name: nameOf(createdBy) })}
      </dd>
      {usedAt !== null && (
        <>
          <dt className="text-text-3">{t("used")}</dt>
          <dd className="text-text max-sm:-mt-2">
            {t("by", { time: format.moment(usedAt), name: nameOf(usedBy) })}
          </dd>
        </>
      )}
      <dt className="text-text-3">{t("label")}</dt>
      <dd className="font-mono text-text max-sm:-mt-2">{label}</dd>
    </dl>
  );
}
