import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import type { OwnPin } from "@praxisportal/contract/workstation/workstation.schema";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ErrorBox, SuccessBox } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { ownPinQuery, removePin } from "./workstation.api.ts";

const PinDialog = lazyDialog(async () => (await import("./pin-dialog.tsx")).PinDialog);

function Pin({ pin }: { pin: OwnPin }) {
  const t = useTranslations("pin");
  const format = useFormat();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: ownPinQuery.queryKey });
  const removal = useAppMutation({
    async mutate() {
      await removePin();
      await refresh();
    },
    onSuccess: () => setDone(t("removed")),
  });
  const { unavailable, here, worksUntil, elsewhere } = pin;
  const mayChange = unavailable === null;
  return (
    <div className="grid gap-4">
      {removal.failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {removal.failure}
        </ErrorBox>
      )}
      {done !== null && <SuccessBox key={done} variant="success" title={done} />}
      <div className="grid gap-2 text-body text-text-2">
        {mayChange && <p>{t("what")}</p>}
        {here && (
          <p>
            {worksUntil === null ? t("inactive") : t("active", { time: format.momentInText(worksUntil) })}
          </p>
        )}
        {unavailable !== null && <p>{t(unavailable)}</p>}
        {elsewhere > 0 && <p>{t("elsewhere", { count: elsewhere })}</p>}
      </div>
      {(mayChange || here || elsewhere > 0) && (
        <div className="button-row flex flex-wrap gap-3">
          {mayChange && (
            <Button
              variant={here ? "secondary" : "primary"}
              onClick={() => {
                setDone(null);
                setIsOpen(true);
              }}
            >
              {t(here ? "change" : "set")}
            </Button>
          )}
          {(here || elsewhere > 0) && (
            <Button
              busy={removal.busy}
              busyLabel={t("removing")}
              onClick={() => {
                setDone(null);
                void removal.run();
              }}
            >
              {t("remove")}
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <PinDialog
          onClose={() => setIsOpen(false)}
          onSaved={() => {
            setIsOpen(false);
            setDone(t("saved"));
            void refresh();
          }}
        />
      )}
    </div>
  );
}

/** Shows the user's PIN for this workstation, or the reason why they cannot have one. */
export function PinCard() {
  const t = useTranslations("pin");
  const query = useQuery(ownPinQuery);
  const { data: pin } = query;
  return (
    <Card title={t("title")}>
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")} className="grid gap-3">
          <Skeleton className="h-5 w-full max-w-72" />
        </SkeletonGroup>
      </QueryFallback>
      {pin !== undefined && <Pin pin={pin} />}
    </Card>
  );
}
