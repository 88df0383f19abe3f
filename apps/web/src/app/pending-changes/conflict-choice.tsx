import type { ReactNode } from "react";
import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { PendingSync } from "../../platform/offline/pending-sync.ts";
import { dropPendingSync, keepOwnValue } from "../../platform/offline/pending-syncs.ts";
import { Button } from "../../ui/button/button.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import type { ChangeTexts } from "./use-change-texts.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

function Side({
  title,
  value,
  hint,
  children,
}: {
  title: string;
  value: string;
  hint: string;
  children: ReactNode;
}) {
  return (
    <div className="grid min-w-0 content-start gap-1 rounded-r-3 border border-line-strong p-4">
      <h4 className="text-body font-strong text-text">{title}</h4>
      <p className="text-section wrap-anywhere text-text">{value}</p>
      <p className="text-small text-text-3">{hint}</p>
      <div className="pt-2">{children}</div>
    </div>
  );
}

interface ConflictChoiceProps {
  sync: Extract<PendingSync, { state: "conflict" }>;
  texts: ChangeTexts;
}

/** Shows the user's value and the server's. Each button names the value that it keeps. */
export function ConflictChoice({ sync, texts }: ConflictChoiceProps) {
  const t = useTranslations("pending-changes");
  const format = useFormat();
  const { fieldName, pageName, valueOf } = texts;
  const ownText = valueOf(sync.data) ?? "";
  const serverText = valueOf(sync.current.value) ?? "";
  // Two choices may have the same number of columns. The buttons then also name the side.
  const isSameText = ownText === serverText;
  return (
    <section className="grid gap-4 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <GitCompareArrows
            size={20}
            strokeWidth={1.75}
            className="mt-0.5 shrink-0 text-warning"
            aria-hidden
          />
          <div className="min-w-0">
            <h3 className="text-body font-strong text-text">{t("conflict.title", { what: fieldName })}</h3>
            <p className="text-dense text-text-2">
              <Dotted details={[pageName, t("conflict.question")]} />
            </p>
          </div>
        </div>
        <StatusBadge meaning="warning">{t("state.conflict")}</StatusBadge>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side
          title={t("conflict.mine")}
          value={ownText}
          hint={t("conflict.mineHint", { time: format.moment(sync.timestamp) })}
        >
          <Button variant="primary" onClick={() => void keepOwnValue(sync.id)}>
            {t(isSameText ? "conflict.keepMine" : "conflict.keep", { value: ownText })}
          </Button>
        </Side>
        <Side title={t("conflict.theirs")} value={serverText} hint={t("conflict.theirsHint")}>
          <Button onClick={() => dropPendingSync(sync.id)}>
            {t(isSameText ? "conflict.keepTheirs" : "conflict.keep", { value: serverText })}
          </Button>
        </Side>
      </div>
    </section>
  );
}
