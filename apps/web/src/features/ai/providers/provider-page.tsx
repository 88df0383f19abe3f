import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { modelsQuery } from "../../../entities/provider/provider.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { type AiScope, type AiProvider } from "../ai.api.ts";
import { BackLink } from "../back-link.tsx";
import { DetailList } from "../detail-list.tsx";
import { ModelsCard } from "../models/models-card.tsx";
import { ProviderBadge } from "./provider-badge.tsx";
import { findProviderGaps, type ProviderGap, stateOf } from "./provider-state.ts";
import { SwitchCard } from "../switches/switch-card.tsx";
import { TestCard } from "./test-card.tsx";
import { useProviderDetails } from "./use-provider-details.tsx";

const AddressDialog = lazyDialog(async () => (await import("./address-dialog.tsx")).AddressDialog);
const KeyDialog = lazyDialog(async () => (await import("./key-dialog.tsx")).KeyDialog);
const ProviderDocumentsDialog = lazyDialog(
  async () => (await import("./provider-documents-dialog.tsx")).ProviderDocumentsDialog,
);
const ProviderConfirmDialog = lazyDialog(
  async () => (await import("./provider-confirm-dialog.tsx")).ProviderConfirmDialog,
);

type Step = "address" | "key" | "documents" | "removeKey" | "switchOn" | "switchOff";

interface ProviderPageProps {
  scope: AiScope;
  provider: AiProvider;
  /** True if the user may stop the provider for all organizations. */
  canStop: boolean;
}

function MissingList({ gaps }: { gaps: readonly ProviderGap[] }) {
  const t = useTranslations("ai-providers");
  if (gaps.length === 0) return null;
  return (
    <ErrorBox variant="warning" persistent title={t("gaps.title", { count: gaps.length })}>
      <ul className="list-disc pl-5">
        {gaps.map((gap) => (
          <li key={gap}>{t(`gaps.${gap}`)}</li>
        ))}
      </ul>
    </ErrorBox>
  );
}

function AddressAndKey({ provider, onStep }: { provider: AiProvider; onStep: (step: Step) => void }) {
  const t = useTranslations("ai-providers");
  const { set, needed, lastFour } = provider.credentials;
  const key = set ? (
    <span className="font-mono">{t("key.lastFour", { lastFour: lastFour ?? "" })}</span>
  ) : (
    t(needed ? "key.missing" : "key.notNeeded")
  );
  const address = provider.platform?.baseUrl ?? null;
  return (
    <Card
      title={t("access.title")}
      aside={
        <Button size="small" onClick={() => onStep("address")}>
          {t("address.edit")}
        </Button>
      }
    >
      <DetailList
        className="sm:grid-cols-2"
        details={[
          [
            t("address.label"),
            address === null ? (
              t("address.none")
            ) : (
              <span key="address" className="font-mono">
                {address}
              </span>
            ),
          ],
          [t("key.label"), key],
        ]}
      />
      <div className="button-row mt-4 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onStep("key")}>
          {t(set ? "key.replace" : "key.set")}
        </Button>
        {set && (
          <Button size="small" variant="destructive" onClick={() => onStep("removeKey")}>
            {t("key.remove")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** Shows one provider: gaps, connection, attestation, models, test and switch. */
export function ProviderPage({ scope, provider, canStop }: ProviderPageProps) {
  const t = useTranslations("ai-providers");
  const format = useFormat();
  const today = useToday();
  const detailsOf = useProviderDetails();
  const models = useQuery(modelsQuery(scope, provider.key)).data;
  const [step, setStep] = useKeptState<Step | null>("ai-provider", null);
  const gaps = findProviderGaps(provider, models, today);
  const dialog = { scope, provider, onClose: () => setStep(null) };
  const updatedAt = provider.platform?.updatedAt;
  return (
    <>
      <BackLink />
      <PageHeader
        title={provider.name}
        {...(updatedAt !== undefined && {
          subtitle: t("updatedAt", { when: format.momentInText(updatedAt) }),
        })}
        badges={<ProviderBadge state={stateOf(provider, gaps)} />}
        actions={
          <Button
            variant={provider.enabled ? "secondary" : "primary"}
            onClick={() => setStep(provider.enabled ? "switchOff" : "switchOn")}
          >
            {t(provider.enabled ? "switchOff" : "switchOn")}
          </Button>
        }
      />
      <div className="mt-4 grid gap-4">
        <MissingList gaps={gaps} />
        <AddressAndKey provider={provider} onStep={setStep} />
        <Card
          title={t("documents.card")}
          description={t("documents.cardText")}
          aside={
            <Button size="small" onClick={() => setStep("documents")}>
              {t("documents.edit")}
            </Button>
          }
        >
          <DetailList className="sm:grid-cols-2 lg:grid-cols-3" details={detailsOf(provider)} />
        </Card>
        <ModelsCard scope={scope} provider={provider} />
        <TestCard scope={scope} provider={provider} />
        <SwitchCard
          target={{ scope: "provider", id: provider.key, name: provider.name }}
          stopped={provider.stopped}
          canStop={canStop}
        />
      </div>
      {step === "address" && <AddressDialog {...dialog} />}
      {step === "key" && <KeyDialog {...dialog} />}
      {step === "documents" && <ProviderDocumentsDialog {...dialog} />}
      {(step === "removeKey" || step === "switchOn" || step === "switchOff") && (
        <ProviderConfirmDialog {...dialog} step={{ kind: step }} />
      )}
    </>
  );
}
