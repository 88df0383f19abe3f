import type { exportUsers } from "@praxisportal/contract/users/users.endpoints";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { callFile } from "../../platform/api-client/call-file.ts";
import { route } from "../../platform/api-client/route.ts";
import { saveFile } from "../../platform/api-client/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { filtersOf, type UsersSearch } from "./users-search.ts";

const exportRoute = route<typeof exportUsers>()("users.export", "GET", "/api/v1/users/export");

export interface ExportButtonProps {
  search: UsersSearch;
  /** Called with the server's error message; null on success. */
  onFailure: (text: string | null) => void;
}

/** Exports all people in the list, over all pages. */
export function ExportButton({ search, onFailure }: ExportButtonProps) {
  const t = useTranslations("users");
  const [busy, setBusy] = useState(false);

  async function save(format: "csv" | "json"): Promise<void> {
    setBusy(true);
    onFailure(null);
    try {
      saveFile(await callFile(exportRoute, { query: { format, ...filtersOf(search) } }));
    } catch (error) {
      onFailure(isApiError(error) ? error.message : "");
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Download} busy={busy}>
          {t("export.open")}
        </Button>
      }
      items={[
        { key: "csv", label: t("export.csv"), onSelect: () => void save("csv") },
        { key: "json", label: t("export.json"), onSelect: () => void save("json") },
      ]}
    />
  );
}
