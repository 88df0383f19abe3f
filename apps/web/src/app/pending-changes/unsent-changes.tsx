import Bell from "lucide-react/icons/bell";
import Columns3 from "lucide-react/icons/columns-3";
import IdCard from "lucide-react/icons/id-card";
import Send from "lucide-react/icons/send";
import Settings from "lucide-react/icons/settings";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isSharedWorkstation } from "../../platform/api-client/tokens.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { PendingSync } from "../../platform/offline/pending-sync.ts";
import { usePendingSyncs } from "../../platform/offline/pending-queue.ts";
import { dropPendingSync, processPendingSyncs } from "../../platform/offline/pending-syncs.ts";
import { loadQueueOnceNeeded } from "../../platform/offline/queue-change.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { type ChangeTexts, useChangeTexts } from "./use-change-texts.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

const icons: Readonly<Record<string, typeof Bell>> = {
  settings: Settings,
  profile: IdCard,
  notifications: Bell,
  preferences: Columns3,
};

function Change({ sync, texts }: { sync: PendingSync; texts: ChangeTexts }) {
  const t = useTranslations("pending-changes");
  const format = useFormat();
  const { fieldName, pageName, summary } = texts;
  const Icon = icons[sync.module] ?? Settings;
  const isRejected = sync.state === "rejected";
  const facts = [pageName, format.moment(sync.timestamp), ...(isRejected ? [sync.reason] : [])];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-dense font-strong wrap-anywhere text-text">{summary}</p>
        <p className="text-small text-text-2">
          <Dotted details={facts} />
        </p>
      </div>
      <div className="ml-auto flex items-center gap-2">
        <StatusBadge meaning={isRejected ? "failed" : "expired"}>{t(`state.${sync.state}`)}</StatusBadge>
        {isRejected ? (
          <Button
            size="small"
            aria-label={t("dropNamed", { what: fieldName })}
            onClick={() => dropPendingSync(sync.id)}
          >
            {t("drop")}
          </Button>
        ) : (
          <IconButton
            icon={Trash2}
            label={t("dropNamed", { what: fieldName })}
            onClick={() => dropPendingSync(sync.id)}
          />
        )}
      </div>
    </div>
  );
}

function SendButton() {
  const t = useTranslations("pending-changes");
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      icon={Send}
      busy={busy}
      busyLabel={t("sending")}
      onClick={() => {
        setBusy(true);
        void processPendingSyncs().finally(() => setBusy(false));
      }}
    >
      {t("sendNow")}
    </Button>
  );
}

/** Lists the changes made offline that the server does not have yet: waiting, in conflict or rejected. */
export function UnsentChanges() {
  const t = useTranslations("pending-changes");
  const items = usePendingSyncs((state) => state.items);
  const describe = useChangeTexts();
  const order = ["conflict", "waiting", "rejected"] as const;
  const sorted = order.flatMap((state) => items.filter((item) => item.state === state));
  useEffect(() => loadQueueOnceNeeded({ isUsed: true }), []);
  return (
    <Card
      title={t("title")}
      description={
        <Dotted
          details={[
            t("count", { count: items.length }),
            items.length > 0 && t("onlyYou", { count: items.length }),
          ]}
        />
      }
      aside={items.some(({ state }) => state === "waiting") && <SendButton />}
      flush={items.length > 0}
      footer={
        items.length > 0 ? (
          <p className="text-small text-text-2">{t(isSharedWorkstation() ? "keptInTab" : "kept")}</p>
        ) : undefined
      }
    >
      {items.length === 0 ? (
        <p className="text-small text-text-2">{t(isSharedWorkstation() ? "keptInTab" : "kept")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {sorted.map((sync) => (
            <li key={sync.id}>
              {sync.state === "conflict" ? (
                <ConflictChoice sync={sync} texts={describe(sync)} />
              ) : (
                <Change sync={sync} texts={describe(sync)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
