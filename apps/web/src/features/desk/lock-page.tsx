import type { Desk } from "@praxisportal/contract/desk/desk.schema";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { noteScreenLocked } from "../../platform/session/desk-state.ts";
import { readDesk } from "../../platform/session/lock-screen.ts";
import { uncoverScreen } from "../../platform/session/screen-cover.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { buttonClass } from "../../ui/button-style.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { StandaloneFrame, StandaloneHead } from "../../ui/standalone-frame.tsx";
import { UnlockForm } from "./unlock-form.tsx";

type Found = { readonly desk: Desk } | { readonly failed: true } | null;

/** Navigates with a full page load, so that no data of the previous user stays in memory. */
function leaveTo(path: string): void {
  window.location.replace(path);
}

/** /locked: the locked sessions of this workstation, and ways to unlock one or sign in as another user. */
export function LockPage() {
  const t = useTranslations("desk");
  const frame = useTranslations("frame");
  const common = useTranslations("common");
  const signedIn = useSession((session) => session.status === "signedIn");
  const [found, setFound] = useState<Found>(null);
  const [round, setRound] = useState(0);

  useEffect(() => uncoverScreen(), []);
  useEffect(() => {
    if (signedIn) leaveTo("/dashboard");
  }, [signedIn]);
  useEffect(() => {
    const abort = new AbortController();
    readDesk({ background: true, signal: abort.signal }).then(
      (desk) => {
        if (desk.people.length === 0) noteScreenLocked(false);
        setFound({ desk });
      },
      (error: unknown) => {
        if (isApiError(error)) setFound({ failed: true });
      },
    );
    return () => abort.abort();
  }, [round]);

  const label = found !== null && "desk" in found ? found.desk.workstation?.label : undefined;
  const hasPasskey =
    found !== null &&
    "desk" in found &&
    found.desk.people.some(({ passkey }) => passkey) &&
    supportsPasskeys();
  const isEmpty = found !== null && "desk" in found && found.desk.people.length === 0;
  return (
    <StandaloneFrame product={frame("product")}>
      {isEmpty ? (
        <StandaloneHead title={t("nobodyTitle")}>{t("nobodyText")}</StandaloneHead>
      ) : (
        <StandaloneHead title={t("title")}>{t(hasPasskey ? "textPasskey" : "text")}</StandaloneHead>
      )}
      {label && <p className="mt-1 text-dense text-text-3">{t("workstation", { name: label })}</p>}
      {found === null && (
        <div className="mt-6">
          <Spinner label={t("loading")} />
        </div>
      )}
      {found !== null && "failed" in found && (
        <ErrorState
          title={t("unreachable")}
          text={common("error.load")}
          onRetry={() => setRound(round + 1)}
          retryLabel={common("retry")}
        />
      )}
      {found !== null && "desk" in found && !isEmpty && !signedIn && (
        <UnlockForm people={found.desk.people} onGone={() => setRound(round + 1)} />
      )}
      {found !== null && (
        <a
          href="/login"
          className={`${buttonClass({ kind: isEmpty ? "primary" : "quiet", block: true })} mt-4`}
        >
          {isEmpty ? t("signIn") : t("other")}
        </a>
      )}
    </StandaloneFrame>
  );
}
