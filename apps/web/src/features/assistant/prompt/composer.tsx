import type { AiKnownNames } from "@praxisportal/contract/ai-templates/ai-templates.schema";
import { aiPromptMaxLength } from "@praxisportal/contract/limits";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import Mic from "lucide-react/icons/mic";
import Send from "lucide-react/icons/send";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { CountPill } from "../../../ui/label/count-pill.tsx";
import { Kbd } from "../../../ui/label/kbd.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { Mapping, Redacted } from "../redaction/redact.ts";
import { useSelectedRange } from "./use-selected-range.ts";
import { Preview } from "./preview.tsx";
import type { Draft, DraftChange } from "./draft.ts";
import { useRedaction } from "./use-redaction.ts";

interface ComposerProps {
  draft: Draft;
  /** The placeholders of the conversation. */
  earlier: Mapping;
  /** Returns the names of the organization's directory. */
  readNames: () => Promise<AiKnownNames>;
  onChange: (change: DraftChange) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** True while an answer is running. */
  isRunning: boolean;
  /** Reason why nothing can be sent now. */
  blocked: string | undefined;
  onSend: (redacted: Redacted) => void;
  /** null: no model can transcribe speech. */
  onDictate: (() => void) | null;
  /** More buttons for the text: templates, discarding. */
  tools?: ReactNode;
  /** Rendered between text and buttons: the dictation, if open. */
  children: ReactNode;
}

/** The prompt editor with a preview of the text that leaves the organization. */
export function Composer(props: ComposerProps) {
  const { draft, earlier, readNames, onChange, fieldRef, isRunning, blocked } = props;
  const { onSend, onDictate, tools, children } = props;
  const t = useTranslations("assistant");
  const redaction = useRedaction(draft.text, draft.marks, { earlier, readNames });
  const { checked, isCurrent } = redaction;
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  /** The last text that was reviewed and sent. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const textRef = useRef<HTMLDivElement>(null);
  const sendRef = useRef<HTMLDivElement>(null);
  const { chosen, clearSelection } = useSelectedRange(draft.text, fieldRef, textRef);
  const isEmpty = draft.text.trim() === "";
  const count = isEmpty ? 0 : (checked?.replacements.length ?? 0);
  const isPreviewed = isPreviewOpen && checked !== null && !isEmpty;

  useEffect(() => {
    if (!isAsking) return;
    const button = sendRef.current?.querySelector("button");
    button?.focus();
    // The preview pushes the button down, and the button may have had the focus.
    button?.scrollIntoView({ block: "nearest" });
  }, [isAsking]);

  const tooLong = draft.text.length > aiPromptMaxLength;
  const block = useWriteBlock();
  const reason =
    blocked ?? block ?? (isEmpty ? t("prompt.empty") : tooLong ? t("prompt.tooLong") : undefined);

  async function send(): Promise<void> {
    if (reason !== undefined || isRunning) return;
    const redacted = await redaction.check();
    // The check failed: never send without it.
    if (redacted === null) return;
    const isReviewed = (isPreviewed && isCurrent) || redacted.text === confirmed;
    if (redacted.replacements.length > 0 && !isReviewed) {
      setIsPreviewOpen(true);
      setIsAsking(true);
      return;
    }
    setConfirmed(redacted.text);
    setIsAsking(false);
    setIsPreviewOpen(false);
    onSend(redacted);
  }

  const write = (text: string) => {
    setIsAsking(false);
    onChange({ type: "write", text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };

  return (
    <div className="grid gap-4">
      <Field
        label={t("prompt.label")}
        error={tooLong ? t("prompt.tooLong") : null}
        aside={
          <span className="tabular-nums">
            {t("prompt.length", {
              length: draft.text.length,
              max: aiPromptMaxLength,
            })}
          </span>
        }
      >
        {(control) => (
          <textarea
            {...control}
            ref={fieldRef}
            rows={7}
            value={draft.text}
            placeholder={t("prompt.placeholder")}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            // Browser helpers and extensions may send the text elsewhere.
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            translate="no"
            data-gramm="false"
            className="field-box block max-h-[50dvh] min-h-44 w-full min-w-0 resize-y px-3 py-2 text-body"
          />
        )}
      </Field>
      {children}
      {redaction.failed && (
        <ErrorBox persistent title={t("prompt.unchecked")}>
          {t("prompt.uncheckedText")}
        </ErrorBox>
      )}
      {isPreviewed && (
        <Preview
          checked={checked}
          hasUnmarked={draft.marks.some(({ kind }) => kind === "none")}
          chosen={isCurrent ? chosen : null}
          onMark={(range, kind) => {
            onChange({ type: "mark", range, kind });
            clearSelection();
          }}
          onUnmark={(ranges) => onChange({ type: "unmark", ranges })}
          onMarkAgain={() => onChange({ type: "restoreMarks" })}
          textRef={textRef}
        />
      )}
      <p role="status" className="sr-only">
        {isAsking ? t("preview.confirm", { count }) : ""}
      </p>
      {isAsking && (
        <p className="text-dense font-label text-text" aria-hidden>
          {t("preview.confirm", { count })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 max-sm:gap-2 sm:justify-between">
        {/* With few icons, so that the buttons fit into one row, and into two on a phone. */}
        <div className="flex flex-wrap gap-x-1 gap-y-2 sm:max-2xl:[&_button]:px-2.5 sm:max-2xl:[&_button:not(:last-child)_svg]:hidden max-sm:contents max-sm:[&_button]:grow max-sm:[&_button]:px-1 max-sm:[&_button]:text-dense max-sm:[&_svg]:hidden">
          <Button
            size="large"
            variant="quiet"
            icon={isPreviewOpen ? EyeOff : Eye}
            aria-expanded={isPreviewed}
            disabled={isEmpty}
            disabledReason={t("prompt.empty")}
            onClick={() => {
              setIsAsking(false);
              setIsPreviewOpen(!isPreviewOpen);
            }}
          >
            <span>{t(isPreviewOpen ? "preview.hide" : "preview.title")}</span>
            {!isPreviewOpen && count > 0 && (
              <>
                <CountPill>{count}</CountPill>
                <span className="sr-only">{t("preview.replaced", { count })}</span>
              </>
            )}
          </Button>
          {tools}
          {onDictate !== null && (
            <Button
              size="large"
              icon={Mic}
              disabled={blocked !== undefined}
              disabledReason={blocked}
              onClick={onDictate}
            >
              {t("prompt.dictate")}
            </Button>
          )}
        </div>
        <div ref={sendRef} className="grid grow gap-3 sm:ml-auto sm:flex sm:grow-0 sm:items-center">
          <span className="max-2xl:hidden" aria-hidden>
            <Kbd>{t("prompt.sendKeys")}</Kbd>
          </span>
          <Button
            size="large"
            variant="primary"
            icon={Send}
            aria-keyshortcuts="Control+Enter"
            disabled={reason !== undefined || isRunning}
            disabledReason={isRunning ? t("prompt.running") : reason}
            onClick={() => void send()}
          >
            {t(isPreviewed && count > 0 ? "prompt.sendWithPlaceholders" : "prompt.send")}
          </Button>
        </div>
      </div>
    </div>
  );
}
