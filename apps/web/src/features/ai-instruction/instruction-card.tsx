import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type AiInstruction, confirmInstruction, instructionQuery } from "./ai-instruction.api.ts";
import { InstructionText } from "./instruction-text.tsx";

export interface InstructionCardProps {
  organizationId: string;
  instruction: AiInstruction;
  /** Heading level: 1 on its own page, 2 inside another page. */
  level: 1 | 2;
  onConfirmed?: () => void;
  /** Postpones the instruction. If undefined, it cannot be postponed here. */
  onLater?: () => void;
}

/** Shows the AI instruction with its confirmation. Takes the focus, because it replaces what the user expected. */
export function InstructionCard(props: InstructionCardProps) {
  const { organizationId, instruction, level, onConfirmed, onLater } = props;
  const t = useTranslations("ai-instruction");
  const Heading = level === 1 ? "h1" : "h2";
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, busy, failure } = useAppMutation({
    mutate: () => confirmInstruction(instruction.version),
    onSuccess: (confirmed) => {
      client.setQueryData(instructionQuery(organizationId).queryKey, confirmed);
      onConfirmed?.();
    },
    mapError: (error) => (isApiError(error, "CONFLICT") ? t("changed") : undefined),
  });
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card>
      <section className="grid max-w-160 gap-5">
        <div>
          <Heading
            ref={heading}
            tabIndex={-1}
            className={cx("text-text", level === 1 ? "text-title" : "text-section")}
          >
            {t("title")}
          </Heading>
          <p className="mt-1 text-body text-text-2">{t("intro")}</p>
        </div>
        <InstructionText instruction={instruction} />
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <div className="button-row flex flex-wrap gap-2">
          <WriteButton variant="primary" busy={busy} busyLabel={t("confirming")} onClick={() => void run()}>
            {t("confirm")}
          </WriteButton>
          {onLater && <Button onClick={onLater}>{t("later")}</Button>}
        </div>
        {onLater && <p className="text-dense text-text-2">{t("laterText")}</p>}
      </section>
    </Card>
  );
}
