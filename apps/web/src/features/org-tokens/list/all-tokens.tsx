import { useQueryClient } from "@tanstack/react-query";
import Eraser from "lucide-react/icons/eraser";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { Button } from "../../../ui/button/button.tsx";
import { exportTokens } from "./export-tokens.ts";
import { TokenDialogs } from "../revoke/token-dialogs.tsx";
import { TokenList } from "./token-list.tsx";
import { tokenSearch } from "./token-search.ts";
import { tokensKey } from "../tokens.api.ts";
import type { RenderOrganizationPicker } from "./use-token-filters.tsx";

interface AllTokensProps {
  renderOrganizationPicker: RenderOrganizationPicker;
  /** Renders the page header with the actions. */
  header: (actions: ReactNode) => ReactNode;
}

/** Shows the tokens of all organizations, with clean-up and export for the operator. */
export function AllTokens({ renderOrganizationPicker, header }: AllTokensProps) {
  const t = useTranslations("client-tokens");
  const client = useQueryClient();
  const list = useListSearch(tokenSearch);
  const [isCleaningUp, setIsCleaningUp] = useState(false);
  return (
    <>
      <TokenList
        scope={null}
        list={list}
        header={header}
        actions={
          <Button icon={Eraser} onClick={() => setIsCleaningUp(true)}>
            {t("cleanUp.open")}
          </Button>
        }
        exports={(["csv", "json"] as const).map((format) => ({
          key: format,
          label: t(`export.${format}`),
          save: () => exportTokens(format, list.search),
        }))}
        renderOrganizationPicker={renderOrganizationPicker}
        canRevokeOrganization
      />
      <TokenDialogs
        openDialog={isCleaningUp ? { kind: "cleanUp" } : null}
        onClose={() => setIsCleaningUp(false)}
        onChanged={() => void client.invalidateQueries({ queryKey: tokensKey })}
      />
    </>
  );
}
