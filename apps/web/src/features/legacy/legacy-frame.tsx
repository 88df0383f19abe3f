import type { ReactNode } from "react";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { DemoNotice } from "./demo-notice.tsx";
import { needsSignIn } from "./legacy.api.ts";
import { ModeBadge } from "./mode-badge.tsx";

const SignInCard = lazyPart(async () => (await import("./sign-in-card.tsx")).SignInCard);

interface LegacyFrameProps {
  title: string;
  scope: Scope;
  /** Error from reading the data of the page, or null if there was none. */
  error: Error | null;
  children: ReactNode;
}

/**
 * Frame of a page with data of the legacy practice server. If the session is not signed in to that server, shows the
 * sign-in instead. Text typed here may be a patient's name, so it is not kept when the screen is locked.
 */
export function LegacyFrame({ title, scope, error, children }: LegacyFrameProps) {
  return (
    <div data-draft="off">
      <DemoNotice />
      {needsSignIn(error) ? (
        <>
          <PageHeader title={title} mark={<ModeBadge />} />
          <SignInCard scope={scope} />
        </>
      ) : (
        children
      )}
    </div>
  );
}
