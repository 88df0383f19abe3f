import type { AiTestResult } from "@praxisportal/contract/ai/provider-test.schema";
import { useQuery } from "@tanstack/react-query";
import Zap from "lucide-react/icons/zap";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { modelsQuery } from "../../../entities/provider/provider.api.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { type AiScope, type AiProvider, testProvider } from "../ai.api.ts";
import { formatAmount } from "../models/amounts.ts";

function Outcome({ result }: { result: AiTestResult }) {
  const t = useTranslations("ai-providers");
  const format = useFormat();
  const locale = useLocale();
  const { failure, latencyMs, costMicro, currency, inputTokens, outputTokens } = result;
  const duration = latencyMs === null ? null : t("test.took", { ms: format.number(latencyMs) });
  if (failure !== null) {
    const status = failure.status === null ? null : t("test.status", { status: failure.status });
    return (
      <ErrorBox persistent title={t("test.failed")}>
        {[failure.message, status, duration].filter((part) => part !== null).join(" ")}
      </ErrorBox>
    );
  }
  const cost =
    costMicro === null || currency === null
      ? t("test.unpriced")
      : t("test.cost", { amount: formatAmount(costMicro, currency, locale) });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-text">
      <StatusBadge meaning="ok">{t("test.ok")}</StatusBadge>
      {[duration, cost, t("test.tokens", { input: inputTokens, output: outputTokens })]
        .filter((part) => part !== null)
        .join(" ")}
    </p>
  );
}

/** Requests one token with a chosen model. Shows the duration and cost, or the failure. */
export function TestCard({ scope, provider }: { scope: AiScope; provider: AiProvider }) {
  const t = useTranslations("ai-providers");
  const models = useQuery(modelsQuery(scope, provider.key)).data;
  const chats = models?.filter(({ kind }) => kind === "chat") ?? [];
  const [selectedModel, setSelectedModel] = useState<string | null>(null);
  const model = (
    chats.find((chat) => chat.model === selectedModel) ??
    chats.find(({ enabled }) => enabled) ??
    chats[0]
  )?.model;
  const [result, setResult] = useState<AiTestResult | null>(null);
  const test = useAppMutation({
    mutate: (name: string) => testProvider(provider.key, name),
    onSuccess: setResult,
  });
  const clearResult = () => {
    setResult(null);
    test.reset();
  };
  return (
    <Card title={t("test.title")} description={t("test.text")}>
      {models !== undefined && model === undefined ? (
        <p className="text-body text-text-2">{t("test.noModel")}</p>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t("test.model")} className="min-w-0 grow basis-60 sm:max-w-96">
            {(control) => (
              <NativeSelect
                {...control}
                size="toolbar"
                disabled={model === undefined}
                value={model ?? ""}
                onChange={(event) => {
                  setSelectedModel(event.currentTarget.value);
                  clearResult();
                }}
              >
                {chats.map((chat) => (
                  <option key={chat.model} value={chat.model}>
                    {chat.model}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Button
            icon={Zap}
            busy={test.busy}
            busyLabel={t("test.busy")}
            disabled={model === undefined}
            onClick={() => {
              if (model === undefined) return;
              clearResult();
              void test.run(model);
            }}
          >
            {t("test.start")}
          </Button>
        </div>
      )}
      <div aria-live="polite" className="mt-3 empty:hidden">
        {result !== null && <Outcome result={result} />}
        {test.failure !== null && (
          <ErrorBox persistent title={t("test.failed")}>
            {test.failure}
          </ErrorBox>
        )}
      </div>
    </Card>
  );
}
