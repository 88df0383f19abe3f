import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { ignoreNotFound } from "../../platform/forms/ignore-not-found.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ErrorBox, SuccessBox, type SuccessVariant } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { type Passkey, passkeysQuery, remove } from "./passkeys.api.ts";
import { useAddPasskey } from "./use-add-passkey.tsx";

const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);
const RenameDialog = lazyDialog(async () => (await import("./rename-dialog.tsx")).RenameDialog);

/** Explains passkeys to first-time users. */
function PasskeysIntro() {
  const t = useTranslations("passkeys");
  return (
    <div className="grid gap-2 text-body text-text-2">
      <p>{t("what")}</p>
      <p>{t("beside")}</p>
    </div>
  );
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useTranslations("passkeys");
  const client = useQueryClient();
  const [done, setDone] = useState<{ variant: SuccessVariant; title: string } | null>(null);
  const [renaming, setRenaming] = useKeptState<Passkey | null>("passkey", null);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const invalidate = () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });

  const addition = useAddPasskey((name) => {
    setDone({ variant: "achievement", title: t("added", { name }) });
    void invalidate();
  });
  const removal = useAppMutation({
    async mutate(passkey: Passkey) {
      await remove(passkey.id).catch(ignoreNotFound);
      await invalidate();
    },
    onSuccess(_removed, passkey) {
      setDone({ variant: "success", title: t("removed", { name: passkey.name }) });
      // The focused row no longer exists.
      addButton.current?.focus();
    },
  });
  const failure = addition.failure ?? removal.failure;

  return (
    <div className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {done !== null && <SuccessBox key={done.title} {...done} />}
      {passkeys.length === 0 ? (
        <PasskeysIntro />
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              busy={removal.pending === passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {supportsPasskeys() ? (
        <div>
          <Button
            ref={addButton}
            variant={passkeys.length === 0 ? "primary" : "secondary"}
            busy={addition.busy}
            busyLabel={t("preparing")}
            onClick={() => {
              setDone(null);
              removal.reset();
              addition.start();
            }}
          >
            {t("add")}
          </Button>
        </div>
      ) : (
        <p className="text-dense text-text-2">{t("unsupported")}</p>
      )}
      {addition.dialog}
      {renaming !== null && (
        <RenameDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={() => void invalidate()}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          name={removing.name}
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null);
            setDone(null);
            addition.reset();
            void removal.run(removing);
          }}
        />
      )}
    </div>
  );
}

/** Lists the user's own passkeys, with buttons to add, rename and remove them. */
export function PasskeysCard() {
  const t = useTranslations("passkeys");
  const query = useQuery(passkeysQuery);
  const { data: passkeys } = query;
  return (
    <Card title={t("title")}>
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        {/* Most users have no passkeys. Showing that state while loading avoids layout shift. */}
        <div className="grid gap-4">
          <PasskeysIntro />
          <SkeletonGroup label={t("loading")}>
            <Skeleton className="h-11 w-44 md:h-9" />
          </SkeletonGroup>
        </div>
      </QueryFallback>
      {passkeys !== undefined && <Passkeys passkeys={passkeys} />}
    </Card>
  );
}
