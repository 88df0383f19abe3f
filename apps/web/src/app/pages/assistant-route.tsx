import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, useState } from "react";
import { useTranslations } from "use-intl";
import { providersWithModelsQuery, switchesQuery } from "../../entities/provider/provider.api.ts";
import { quotaQuery } from "../../entities/quota/quota.api.ts";
import { instructionQuery } from "../../features/ai-instruction/ai-instruction.api.ts";
import { AssistantPage } from "../../features/assistant/assistant-page.tsx";
import { lazyDialog, lazyPart, preloads } from "../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-style.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartData } from "../router/page-loader.ts";
import { OrganizationGate } from "./organization-gate.tsx";

/** Prefetches the assistant's data while its code is being downloaded. */
export const startAssistantData: StartData = (organizationId) => {
  void queryClient.prefetchQuery(providersWithModelsQuery(organizationId));
  void queryClient.prefetchQuery(switchesQuery(organizationId));
  void queryClient.prefetchQuery(quotaQuery(organizationId));
  void queryClient.prefetchQuery(instructionQuery(organizationId));
};

const InstructionCard = lazyPart(
  async () => (await import("../../features/ai-instruction/instruction-card.tsx")).InstructionCard,
  "ai-instruction",
);
const InstructionDialog = lazyDialog(
  async () => (await import("../../features/ai-instruction/instruction-dialog.tsx")).InstructionDialog,
  "ai-instruction",
);

type InstructedProps = Omit<ComponentProps<typeof AssistantPage>, "instruction" | "isWaiting" | "action">;

/** The assistant with the AI instruction. If the instruction cannot be loaded, the assistant works without it. */
function InstructedAssistant(props: InstructedProps) {
  const { organizationId } = props;
  const t = useTranslations("assistant");
  const { data, isLoading } = useQuery(instructionQuery(organizationId));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <AssistantPage
        {...props}
        isWaiting={isLoading}
        instruction={
          data?.isDue ? <InstructionCard {...{ organizationId, instruction: data }} level={2} /> : null
        }
        action={
          data === undefined || data.isDue ? undefined : (
            <Button
              className="max-md:-ml-3 max-md:max-w-none max-md:whitespace-nowrap"
              size="small"
              variant="quiet"
              aria-haspopup="dialog"
              {...preloads(InstructionDialog)}
              onClick={() => setIsOpen(true)}
            >
              {t("instruction")}
            </Button>
          )
        }
      />
      {isOpen && data && <InstructionDialog instruction={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** /assistant: text prompts and dictation for the selected organization's AI. */
export function AssistantRoute() {
  const t = useTranslations("assistant");
  const canManageAi = useHasPermission("ai:manage");
  const changesQuotas = useHasPermission("billing:write");
  const links = {
    providers: canManageAi ? (
      <Link to="/organization" search={{ tab: "ai" }} className={buttonClass({ variant: "primary" })}>
        {t("nothing.action")}
      </Link>
    ) : null,
    budget: changesQuotas ? (
      <Link to="/ai-usage" search={{}} className={linkClass}>
        {t("budget.action")}
      </Link>
    ) : null,
  };
  return (
    <OrganizationGate title={t("title")}>
      {(organizationId) => (
        <InstructedAssistant organizationId={organizationId} links={links} canManageTemplates={canManageAi} />
      )}
    </OrganizationGate>
  );
}
