import { useQuery } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { type AiPolicyView, policyQuery } from "../ai.api.ts";
import { isWider, policySwitches } from "./policy-plan.ts";

const PolicyDialog = lazyDialog(async () => (await import("./policy-dialog.tsx")).PolicyDialog);

interface PolicyCardProps {
  organizationId: string;
  canManage: boolean;
  /** Localized text about the last change, or undefined without permission to see it. */
  lastChange: string | undefined;
}

function PolicyDetails({ policy }: { policy: AiPolicyView }) {
  const t = useTranslations("ai-organization");
  const labels = useTranslations("ai-labels");
  const rows = [
    {
      key: "regions",
      value: policy.regions.map((region) => labels(`region.${region}`)).join(", "),
      isWide: policy.regions.some((region) => region === "us" || region === "global"),
    },
    {
      key: "maxRetentionDays",
      value: labels("retention", { days: policy.maxRetentionDays }),
      isWide: policy.maxRetentionDays > 0,
    },
    ...policySwitches.map((key) => ({
      key,
      value: t(`policy.${key}.${policy[key] ? "yes" : "no"}`),
      isWide: isWider(key, policy[key]),
    })),
  ] as const;
  return (
    <dl className="divide-y divide-line">
      {rows.map(({ key, value, isWide }) => (
        <div key={key} className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[15rem_1fr]">
          <dt className="text-body font-label text-text">{t(`policy.${key}.name`)}</dt>
          <dd className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-text">
              {value}
              {isWide && <StatusBadge meaning="warning">{t("policy.wider")}</StatusBadge>}
            </p>
            <p className="text-dense text-text-2">{t(`policy.${key}.hint`)}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the organization's requirements for providers, each with an explanation. */
export function PolicyCard({ organizationId, canManage, lastChange }: PolicyCardProps) {
  const t = useTranslations("ai-organization");
  const query = useQuery(policyQuery(organizationId));
  const { data } = query;
  const [editing, setEditing] = useKeptState("ai-policy", false);
  return (
    <Card
      title={t("policy.title")}
      description={t(data?.version === 0 ? "policy.untouched" : "policy.text")}
      aside={
        canManage &&
        data !== undefined && (
          <WriteButton
            size="small"
            icon={Pencil}
            {...preloads(PolicyDialog)}
            onClick={() => setEditing(true)}
          >
            {t("policy.edit")}
          </WriteButton>
        )
      }
      {...(lastChange !== undefined && {
        footer: <p className="text-dense text-text-2">{lastChange}</p>,
      })}
    >
      <QueryFallback query={query} failedTitle={t("policy.failed")} />
      {data !== undefined && <PolicyDetails policy={data} />}
      {editing && data !== undefined && (
        <PolicyDialog organizationId={organizationId} policy={data} onClose={() => setEditing(false)} />
      )}
    </Card>
  );
}
