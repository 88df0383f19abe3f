import { audioFormats } from "@praxisportal/contract/ai/audio.rules";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import Mic from "lucide-react/icons/mic";
import Upload from "lucide-react/icons/upload";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Progress } from "../../../ui/chart/meter.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import type { Choice } from "../choice/usable-models.ts";
import { DictationFault } from "./dictation-fault.tsx";
import { RecordingPanel } from "./recording-panel.tsx";
import { useDictation, type Transcript } from "./use-dictation.ts";

const acceptedTypes = ["audio/*", ...Object.values(audioFormats).flat()].join(",");

/** Languages commonly spoken in organizations. "auto" detects the language. */
const languages = ["auto", "de", "en", "fr", "it", "tr", "ar", "uk", "ru", "pl"] as const;

interface DictationPanelProps {
  /** Models that transcribe speech. */
  models: readonly [Choice, ...Choice[]];
  /** Preferred provider. */
  provider: string | null;
  /** Reason why nothing can be sent now. */
  blocked: string | undefined;
  onTranscript: (transcript: Transcript) => void;
  onClose: () => void;
}

/** Shows the states of a dictation: consent, recording or file upload, sending, and errors. */
export function DictationPanel({ models, provider, blocked, onTranscript, onClose }: DictationPanelProps) {
  const t = useTranslations("assistant");
  const format = useFormat();
  const [hasConsent, setHasConsent] = useState(false);
  const [language, setLanguage] = useState<string>("auto");
  const [requestedModel, setRequestedModel] = useState<string | null>(null);
  const nameOf = (choice: Choice) => `${choice.provider}/${choice.model}`;
  const model =
    models.find((choice) => nameOf(choice) === requestedModel) ??
    models.find((choice) => choice.provider === provider) ??
    models[0];
  const isOneProvider = models.every(({ provider: name }) => name === models[0].provider);
  const dictation = useDictation({ model, language, onTranscript });
  const { state } = dictation;
  const fileRef = useRef<HTMLInputElement>(null);
  const panelRef = useRef<HTMLElement>(null);
  const isIdle = ["ready", "fault", "refused", "empty", "failed"].includes(state.kind);

  useEffect(() => panelRef.current?.querySelector("input")?.focus(), []);

  // Each recording needs its own consent. The consent stays if no recording could start.
  if (state.kind === "recording" && hasConsent) setHasConsent(false);
  const reason = blocked ?? (hasConsent ? undefined : t("dictation.consentFirst"));

  return (
    <section
      ref={panelRef}
      aria-label={t("dictation.title")}
      className={cx("grid gap-4", state.kind !== "recording" && "rounded-r-3 border border-line px-4 py-4")}
    >
      {state.kind === "recording" && <RecordingPanel recording={state} dictation={dictation} />}
      {state.kind === "asking" && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-text-2">
          <Spinner size="small" />
          {t("dictation.asking")}
          <Button onClick={dictation.cancel}>{t("dictation.cancel")}</Button>
        </p>
      )}
      {state.kind === "sending" && (
        <div className="grid gap-3">
          {state.sentRatio < 1 ? (
            <Progress
              label={t("dictation.sending")}
              valueText={format.percent(state.sentRatio)}
              ratio={state.sentRatio}
            />
          ) : (
            <p role="status" className="flex items-center gap-2 text-text-2">
              <Spinner size="small" />
              {t("dictation.transcribing")}
            </p>
          )}
          <div>
            <Button onClick={dictation.cancel}>{t("dictation.cancel")}</Button>
          </div>
        </div>
      )}
      {isIdle && (
        <>
          <DictationFault state={state} onRetry={dictation.send} />
          <Checkbox
            checked={hasConsent}
            onChange={setHasConsent}
            label={t("dictation.consent")}
            hint={t("dictation.consentHint", { provider: model.providerName })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("dictation.language")}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={language}
                  onChange={(event) => setLanguage(event.currentTarget.value)}
                >
                  {languages.map((option) => (
                    <option key={option} value={option}>
                      {t(`dictation.languages.${option}`)}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
            {models.length > 1 && (
              <Field label={t("dictation.model")} className={isOneProvider ? undefined : "sm:col-span-2"}>
                {(control) => (
                  <NativeSelect
                    {...control}
                    value={nameOf(model)}
                    onChange={(event) => setRequestedModel(event.currentTarget.value)}
                  >
                    {models.map((choice) => (
                      <option key={nameOf(choice)} value={nameOf(choice)}>
                        {isOneProvider ? choice.model : `${choice.providerName} · ${choice.model}`}
                      </option>
                    ))}
                  </NativeSelect>
                )}
              </Field>
            )}
          </div>
          <div className="flex flex-wrap gap-3 max-sm:grid">
            <Button
              size="large"
              variant="primary"
              icon={Mic}
              disabled={reason !== undefined}
              disabledReason={reason}
              onClick={dictation.record}
            >
              {t("dictation.start")}
            </Button>
            <Button
              size="large"
              icon={Upload}
              disabled={reason !== undefined}
              disabledReason={reason}
              onClick={() => fileRef.current?.click()}
            >
              {t("dictation.file")}
            </Button>
            <Button size="large" variant="quiet" onClick={onClose}>
              {t("dictation.close")}
            </Button>
          </div>
          <input
            ref={fileRef}
            type="file"
            accept={acceptedTypes}
            hidden
            aria-label={t("dictation.file")}
            onChange={(event) => {
              const [audio] = event.currentTarget.files ?? [];
              // Allow the same file to be chosen again after a failure.
              event.currentTarget.value = "";
              if (audio === undefined) return;
              setHasConsent(false);
              dictation.send(audio);
            }}
          />
          <p className="text-small text-text-3">
            {t("dictation.limit", { max: format.bytes(maxUploadBytes) })}
          </p>
        </>
      )}
    </section>
  );
}
