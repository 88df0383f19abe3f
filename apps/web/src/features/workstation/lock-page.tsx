import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { takeDraft } from "../../platform/session/draft.ts";
import { persistScreenLocked, workstationState } from "../../platform/session/lock/workstation-state.ts";
import { fetchWorkstation } from "../../platform/session/lock/lock-screen.ts";
import { hideScreenCover, isScreenCovered } from "../../platform/session/lock/screen-cover.ts";
import { sessionStore, useSession } from "../../platform/session/session.store.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { StandaloneLayout, StandaloneHeader } from "../../ui/layout/standalone-layout.tsx";
import { SharedLock } from "./shared-lock.tsx";
import { UnlockForm } from "./unlock-form.tsx";

type WorkstationLookup = { readonly workstation: CurrentWorkstation } | { readonly failed: true } | null;

/** Navigates with a full page load, so that no data or draft of the previous user stays in memory. */
function redirectTo(path: string): void {
  window.location.replace(path);
}

/** /locked: the locked sessions of this workstation, and ways to unlock one or sign in as another user. */
export function LockPage() {
  const t = useTranslations("workstation");
  const frame = useTranslations("frame");
  const common = useTranslations("common");
  const router = useRouter();
  const signedIn = useSession((session) => session.status === "signedIn");
  const [lookup, setLookup] = useState<WorkstationLookup>(null);
  const [attempt, setAttempt] = useState(0);
  const [wasShared, setWasShared] = useState(false);
  const [hasArrived] = useState(() => !isScreenCovered());
  const lockedPeople = useRef<CurrentWorkstation["people"]>([]);
  const [ended, setEnded] = useState<readonly string[]>([]);

  useEffect(() => hideScreenCover(), []);
  useEffect(() => {
    if (!signedIn) return;
    const draft = takeDraft(sessionStore.getState().user?.id ?? "");
    if (draft === null) return redirectTo("/dashboard");
    void import("../../platform/session/continue-draft.ts").then(
      ({ continueDraft }) => continueDraft(draft, router.history),
      // If the module cannot be loaded, opens the page without the input.
      () => redirectTo(draft.href),
    );
  }, [router, signedIn]);
  useEffect(() => {
    const abort = new AbortController();
    fetchWorkstation({ background: true, signal: abort.signal }).then(
      (workstation) => {
        const currentlyLocked = workstation.people.filter((person) => person.locked);
        if (currentlyLocked.length === 0) persistScreenLocked(false);
        const before = lockedPeople.current;
        lockedPeople.current = currentlyLocked;
        const missing = before.filter(
          ({ userId }) => !currentlyLocked.some((person) => person.userId === userId),
        );
        if (missing.length > 0) setEnded(missing.map(({ name }) => name));
        setLookup({ workstation });
      },
      (error: unknown) => {
        // After a failed check, the known sessions stay.
        if (isApiError(error)) setLookup((known) => (known === null ? { failed: true } : known));
      },
    );
    return () => abort.abort();
  }, [attempt]);
  useEffect(() => {
    // A session may have ended while nobody looked at the screen.
    const check = () => {
      const isUnlocked = sessionStore.getState().status === "signedIn";
      if (!document.hidden && !isUnlocked) setAttempt((number) => number + 1);
    };
    document.addEventListener("visibilitychange", check);
    window.addEventListener("focus", check);
    return () => {
      document.removeEventListener("visibilitychange", check);
      window.removeEventListener("focus", check);
    };
  }, []);

  const label =
    lookup !== null && "workstation" in lookup ? lookup.workstation.workstation?.label : undefined;
  const hasFailed = lookup !== null && "failed" in lookup;
  const hasPasskey =
    lookup !== null &&
    "workstation" in lookup &&
    lookup.workstation.people.some(({ passkey }) => passkey) &&
    supportsPasskeys();
  if (lookup === null && workstationState().shared)
    return (
      <main className="grid min-h-dvh place-items-center bg-brand-panel">
        <h1 className="sr-only">{t("who")}</h1>
        <Spinner label={t("loading")} />
      </main>
    );
  const isEmpty = lookup !== null && "workstation" in lookup && lookup.workstation.people.length === 0;
  if (lookup !== null && "workstation" in lookup && lookup.workstation.workstation?.shared === true)
    // While the user's page is loading, the lock screen stays unchanged.
    return (
      <SharedLock
        workstation={lookup.workstation}
        endedName={ended[0]}
        onReload={() => {
          setWasShared(true);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <StandaloneLayout product={frame("product")}>
      {isEmpty ? (
        <StandaloneHeader title={t(ended.length > 0 ? "ended.title" : "nobodyTitle")}>
          {t(ended.length > 0 ? "ended.text" : "nobodyText")}
        </StandaloneHeader>
      ) : (
        <StandaloneHeader title={t("title")}>
          {hasFailed ? undefined : t(hasPasskey ? "textPasskey" : "text")}
        </StandaloneHeader>
      )}
      {label && <p className="mt-1 text-dense text-text-3">{t("workstation", { name: label })}</p>}
      {!isEmpty &&
        ended.map((name) => (
          <div key={name} className="mt-4">
            <ErrorBox
              variant="info"
              persistent
              title={t("ended.of", { name })}
              action={
                <a href="/login" className={buttonClass({ size: "small" })}>
                  {t("ended.signIn")}
                </a>
              }
            >
              {t("ended.text")}
            </ErrorBox>
          </div>
        ))}
      {wasShared && (
        <div className="mt-4">
          <ErrorBox variant="info" persistent title={t("pin.notShared")} />
        </div>
      )}
      {lookup === null && (
        <div className="mt-6">
          <Spinner label={t("loading")} />
        </div>
      )}
      {hasFailed && (
        <div className="mt-6">
          <ErrorState
            title={t("noConnection")}
            text={t("unreachable")}
            onRetry={() => setAttempt(attempt + 1)}
            retryLabel={common("retry")}
          />
        </div>
      )}
      {lookup !== null && "workstation" in lookup && !isEmpty && !signedIn && (
        <UnlockForm
          people={lookup.workstation.people}
          hasArrived={hasArrived}
          onSessionMissing={() => setAttempt(attempt + 1)}
        />
      )}
      {lookup !== null && (
        <a
          href="/login"
          className={`${buttonClass({ variant: isEmpty ? "primary" : "quiet", block: true })} mt-4`}
        >
          {isEmpty ? t(ended.length > 0 ? "ended.signIn" : "signIn") : t("otherPerson")}
        </a>
      )}
      {lookup !== null && "workstation" in lookup && !isEmpty && (
        <p className="mt-2 text-dense text-text-3">{t("otherHere")}</p>
      )}
    </StandaloneLayout>
  );
}
