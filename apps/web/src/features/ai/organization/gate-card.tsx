import { useQuery } from "@tanstack/react-query";
import Cpu from "lucide-react/icons/cpu";
import { useTranslations } from "use-intl";
import { providersQuery } from "../../../entities/provider/provider.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { type AiProvider } from "../ai.api.ts";
import { GateRow } from "./gate-row.tsx";

const ApprovalDialog = lazyDialog(async () => (await import("./approval-dialog.tsx")).ApprovalDialog);

interface GateCardProps {
  organizationId: string;
  canManage: boolean;
  /** Localized text about the last change to an approval, by provider name. */
  lastChanges: ReadonlyMap<string, string>;
}

/** Lists the providers that the organization may use, and the others with the reasons. */
export function GateCard({ organizationId, canManage, lastChanges }: GateCardProps) {
  const t = useTranslations("ai-organization");
  const query = useQuery(providersQuery(organizationId));
  const { data } = query;
  const [openProvider, setOpenProvider] = useKeptState<AiProvider | null>("ai-approval", null);
  const providers = data?.data ?? [];
  const enabledProviders = providers.filter(({ enabled }) => enabled);
  const disabledProviders = providers.filter(({ enabled }) => !enabled);
  const rows = (providersInGroup: readonly AiProvider[]) =>
    providersInGroup.map((provider) => (
      <GateRow
        key={provider.key}
        provider={provider}
        canManage={canManage}
        lastChange={lastChanges.get(provider.name)}
        onApprove={setOpenProvider}
      />
    ));
  return (
    <Card
      flush
      title={t("gate.title")}
      description={
        data === undefined
          ? t("gate.text")
          : t("gate.count", {
              usable: providers.filter(({ organization }) => organization?.usable).length,
              offered: enabledProviders.length,
            })
      }
    >
      <QueryFallback query={query} failedTitle={t("gate.failed")} className="m-4" />
      {data !== undefined && enabledProviders.length === 0 && (
        <EmptyState icon={Cpu} title={t("gate.empty")} text={t("gate.emptyText")} />
      )}
      {enabledProviders.length > 0 && (
        <ul aria-label={t("gate.title")} className="divide-y divide-line">
          {rows(enabledProviders)}
        </ul>
      )}
      {disabledProviders.length > 0 && (
        <Disclosure flush summary={t("gate.others", { count: disabledProviders.length })}>
          <ul
            aria-label={t("gate.others", { count: disabledProviders.length })}
            className="divide-y divide-line"
          >
            {rows(disabledProviders)}
          </ul>
        </Disclosure>
      )}
      {openProvider !== null && (
        <ApprovalDialog
          organizationId={organizationId}
          provider={openProvider}
          onClose={() => setOpenProvider(null)}
        />
      )}
    </Card>
  );
}
