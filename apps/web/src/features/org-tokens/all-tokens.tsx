import { useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Eraser from "lucide-react/icons/eraser";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { Menu } from "../../ui/menu.tsx";
import { exportTokens } from "./export-tokens.ts";
import { TokenDialogs } from "./token-dialogs.tsx";
import type { RenderPracticePicker } from "./token-filters.tsx";
import { TokenManager } from "./token-manager.tsx";
import type { TokenBasePath } from "./token-search.ts";
import { tokensKey } from "./tokens.api.ts";
import { useTokenSearch } from "./use-token-search.ts";

interface AllTokensProps {
  basePath: TokenBasePath;
  renderPracticePicker: RenderPracticePicker;
  notify: (message: string) => void;
  /** Renders the page header with the actions. */
  header: (actions: ReactNode) => ReactNode;
}

/** The tokens of all practices, with clean-up and export for the operator. */
export function AllTokens({ basePath, renderPracticePicker, notify, header }: AllTokensProps) {
  const t = useTranslations("client-tokens");
  const client = useQueryClient();
  const state = useTokenSearch(basePath);
  const [isCleaningUp, setIsCleaningUp] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(format: "csv" | "json"): Promise<void> {
    setExporting(true);
    setFailure(null);
    try {
      await exportTokens(format, state.search);
    } catch (error) {
      setFailure(isApiError(error) ? error.message : "");
    } finally {
      setExporting(false);
    }
  }

  return (
    <>
      {header(
        <>
          <Button icon={Eraser} onClick={() => setIsCleaningUp(true)}>
            {t("cleanUp.open")}
          </Button>
          <Menu
            align="end"
            trigger={
              <Button icon={Download} busy={exporting}>
                {t("export.open")}
              </Button>
            }
            items={[
              { key: "csv", label: t("export.csv"), onSelect: () => void save("csv") },
              { key: "json", label: t("export.json"), onSelect: () => void save("json") },
            ]}
          />
        </>,
      )}
      {failure !== null && (
        <div className="mt-4">
          <ErrorBox title={t("error.export")} onHide={() => setFailure(null)}>
            {failure}
          </ErrorBox>
        </div>
      )}
      <div className="mt-4">
        <TokenManager
          scope={null}
          state={state}
          renderPracticePicker={renderPracticePicker}
          canRevokeOrganization
          notify={notify}
        />
      </div>
      <TokenDialogs
        opened={isCleaningUp ? { kind: "cleanUp" } : null}
        onClose={() => setIsCleaningUp(false)}
        onChanged={() => void client.invalidateQueries({ queryKey: tokensKey })}
        notify={notify}
      />
    </>
  );
}
