import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTimeZone, useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { type AiPlace, type AiProvider, modelsQuery } from "./ai.api.ts";
import { BackLink } from "./back-link.tsx";
import { Facts } from "./facts.tsx";
import { ModelsCard } from "./models-card.tsx";
import { ProviderBadge } from "./provider-badge.tsx";
import { gapsOf, type ProviderGap, stateOf, todayIn } from "./provider-state.ts";
import { SwitchCard } from "./switch-card.tsx";
import { TestCard } from "./test-card.tsx";
import { useProviderFacts } from "./use-provider-facts.tsx";

const AddressDialog = lazy(async () => ({ default: (await import("./address-dialog.tsx")).AddressDialog }));
const KeyDialog = lazy(async () => ({ default: (await import("./key-dialog.tsx")).KeyDialog }));
const PaperworkDialog = lazy(async () => ({
  default: (await import("./paperwork-dialog.tsx")).PaperworkDialog,
}));
const ProviderQuestion = lazy(async () => ({
  default: (await import("./provider-question.tsx")).ProviderQuestion,
}));

type Step = "address" | "key" | "paperwork" | "removeKey" | "switchOn" | "switchOff";

interface ProviderPageProps {
  place: AiPlace;
  provider: AiProvider;
  /** Whether the user may stop the provider for all practices. */
  mayStop: boolean;
  tell: (message: string) => void;
}

function Gaps({ gaps }: { gaps: readonly ProviderGap[] }) {
  const t = useTranslations("ai-providers");
  if (gaps.length === 0) return null;
  return (
    <ErrorBox kind="warning" persistent title={t("gaps.title", { count: gaps.length })}>
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
      <Facts
        className="sm:grid-cols-2"
        facts={[
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
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onStep("key")}>
          {t(set ? "key.replace" : "key.set")}
        </Button>
        {set && (
          <Button size="small" kind="destructive" onClick={() => onStep("removeKey")}>
            {t("key.remove")}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** One provider: gaps, connection, attestation, models, test and switch. */
export function ProviderPage({ place, provider, mayStop, tell }: ProviderPageProps) {
  const t = useTranslations("ai-providers");
  const format = useFormat();
  const today = todayIn(useTimeZone());
  const factsOf = useProviderFacts();
  const models = useQuery(modelsQuery(place, provider.key)).data;
  const [step, setStep] = useState<Step | null>(null);
  const gaps = gapsOf(provider, models, today);
  const dialog = { place, provider, onClose: () => setStep(null), tell };
  const updatedAt = provider.platform?.updatedAt;
  return (
    <div className="max-w-240">
      <BackLink />
      <PageHead
        title={provider.name}
        {...(updatedAt !== undefined && { fact: t("updatedAt", { when: format.moment(updatedAt) }) })}
        badges={<ProviderBadge state={stateOf(provider, gaps)} />}
        actions={
          <Button
            kind={provider.enabled ? "secondary" : "primary"}
            onClick={() => setStep(provider.enabled ? "switchOff" : "switchOn")}
          >
            {t(provider.enabled ? "switchOff" : "switchOn")}
          </Button>
        }
      />
      <div className="mt-4 grid gap-4">
        <Gaps gaps={gaps} />
        <AddressAndKey provider={provider} onStep={setStep} />
        <Card
          title={t("paperwork.card")}
          description={t("paperwork.cardText")}
          aside={
            <Button size="small" onClick={() => setStep("paperwork")}>
              {t("paperwork.edit")}
            </Button>
          }
        >
          <Facts className="sm:grid-cols-2 lg:grid-cols-3" facts={factsOf(provider)} />
        </Card>
        <ModelsCard place={place} provider={provider} tell={tell} />
        <TestCard place={place} provider={provider} />
        <SwitchCard
          target={{ scope: "provider", id: provider.key, name: provider.name }}
          stopped={provider.stopped}
          may={mayStop}
          tell={tell}
        />
      </div>
      <Suspense fallback={null}>
        {step === "address" && <AddressDialog {...dialog} />}
        {step === "key" && <KeyDialog {...dialog} />}
        {step === "paperwork" && <PaperworkDialog {...dialog} />}
        {(step === "removeKey" || step === "switchOn" || step === "switchOff") && (
          <ProviderQuestion {...dialog} step={{ kind: step }} />
        )}
      </Suspense>
    </div>
  );
}
