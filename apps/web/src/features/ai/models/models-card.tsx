import { useQuery } from "@tanstack/react-query";
import Boxes from "lucide-react/icons/boxes";
import Plus from "lucide-react/icons/plus";
import { useTranslations } from "use-intl";
import { modelsQuery } from "../../../entities/provider/provider.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyDialog, lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { type AiScope, type AiProvider } from "../ai.api.ts";
import { ModelRow, type ModelStep } from "./model-row.tsx";

const ModelDialog = lazyDialog(async () => (await import("./model-dialog.tsx")).ModelDialog);
const PriceDialog = lazyDialog(async () => (await import("./price-dialog.tsx")).PriceDialog);
const PriceHistory = lazyPart(async () => (await import("./price-history.tsx")).PriceHistory);
const ProviderConfirmDialog = lazyDialog(
  async () => (await import("../providers/provider-confirm-dialog.tsx")).ProviderConfirmDialog,
);

interface ModelsCardProps {
  scope: AiScope;
  provider: AiProvider;
}

/** Shows a provider's models with their past, current and planned prices. */
export function ModelsCard({ scope, provider }: ModelsCardProps) {
  const t = useTranslations("ai-providers");
  const query = useQuery(modelsQuery(scope, provider.key));
  const { data } = query;
  const [openDialog, setOpenDialog] = useKeptState<ModelStep | { kind: "add" } | null>("ai-model", null);
  const onClose = () => setOpenDialog(null);
  const shared = { scope, provider, models: data ?? [], onClose };
  const add = (
    <Button size="small" icon={Plus} onClick={() => setOpenDialog({ kind: "add" })}>
      {t("model.add")}
    </Button>
  );
  return (
    <Card
      flush
      title={t("models.title")}
      description={t("models.text")}
      aside={data !== undefined && data.length > 0 && add}
    >
      <QueryFallback query={query} failedTitle={t("models.failed")} className="m-4">
        <SkeletonGroup label={t("models.loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data?.length === 0 && (
        <EmptyState icon={Boxes} title={t("models.empty")} text={t("models.emptyText")} action={add} />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t("models.title")} className="divide-y divide-line">
          {data.map((model) => (
            <ModelRow key={model.model} model={model} onStep={setOpenDialog} />
          ))}
        </ul>
      )}
      {openDialog?.kind === "add" && <ModelDialog {...shared} model={null} />}
      {openDialog?.kind === "edit" && <ModelDialog {...shared} model={openDialog.model} />}
      {openDialog?.kind === "price" && (
        <PriceDialog {...shared} model={openDialog.model} currency={openDialog.currency} />
      )}
      {openDialog?.kind === "history" && <PriceHistory model={openDialog.model} onClose={onClose} />}
      {openDialog?.kind === "remove" && (
        <ProviderConfirmDialog {...shared} step={{ kind: "removeModel", model: openDialog.model.model }} />
      )}
      {openDialog?.kind === "endPrice" && (
        <ProviderConfirmDialog
          {...shared}
          step={{ kind: "endPrice", model: openDialog.model.model, currency: openDialog.currency }}
        />
      )}
    </Card>
  );
}
