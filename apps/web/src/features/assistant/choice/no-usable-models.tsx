import ShieldAlert from "lucide-react/icons/shield-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { UnusableProviderList } from "./unusable-list.tsx";
import type { UnusableProvider } from "./usable-models.ts";

interface NoUsableModelsProps {
  unusable: readonly UnusableProvider[];
  /** A link to the page on which the problem is fixed, or null without the permission. */
  action: ReactNode | null;
}

/** Empty state when no provider is usable. Lists the missing requirements of each provider, and who can fix them. */
export function NoUsableModels({ unusable, action }: NoUsableModelsProps) {
  const t = useTranslations("assistant");
  return (
    <Card>
      <EmptyState
        icon={ShieldAlert}
        title={t("nothing.title")}
        text={t(
          unusable.length === 0 ? "nothing.none" : action === null ? "nothing.others" : "nothing.fixHint",
        )}
        action={action ?? undefined}
      />
      {unusable.length > 0 && (
        <div className="mx-auto max-w-140 border-t border-line pt-5">
          <UnusableProviderList unusable={unusable} />
        </div>
      )}
    </Card>
  );
}
