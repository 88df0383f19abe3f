import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazyDialog } from "../../../../platform/loading/lazy-part.tsx";
import { useCloseEntry } from "../../../../platform/navigation/use-close-entry.ts";
import { SecurityTile } from "./security-tile.tsx";

/** Downloaded when the user first opens the checks. */
const SecurityDrawer = lazyDialog(
  async () => (await import("./security-drawer.tsx")).SecurityDrawer,
  "security-checks",
);

export interface SecurityScoreProps {
  score: OrganizationStatistics["securityScore"];
}

/**
 * The security score tile and its checks. The open state is part of the URL, so that going back from a fix
 * returns to the remaining list.
 */
export function SecurityScore({ score }: SecurityScoreProps) {
  const { checks } = useSearch({ from: "/signed-in/dashboard" });
  const navigate = useNavigate();
  const close = useCloseEntry();
  const open = checks === "open" && score.checks.length > 0;
  const go = (search: { checks?: "open" }, replace: boolean) =>
    void navigate({ to: "/dashboard", search, replace, resetScroll: false, state: { opened: !replace } });
  return (
    <>
      <SecurityTile score={score} onOpen={() => go({ checks: "open" }, false)} />
      <SecurityDrawer score={score} open={open} onClose={() => close(() => go({}, true))} />
    </>
  );
}
