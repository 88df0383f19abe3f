import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { MailAddress } from "../../../ui/label/mail-address.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { stateOf, staleDaysOf, useTokenLabels } from "./token-labels.ts";
import type { OrgToken } from "../tokens.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Shows the application with its type and scopes. */
export function ApplicationCell({ token, search }: { token: OrgToken; search: string }) {
  const labels = useTokenLabels();
  const { applicationInfo, scope } = token;
  return (
    <span className="block min-w-0">
      <span className="block font-strong wrap-anywhere text-text">
        <Highlight text={applicationInfo.name} search={search} />
      </span>
      <span className="block text-small text-text-3">
        <Dotted details={[labels.type(applicationInfo.type), labels.scopes(scope)]} />
      </span>
    </span>
  );
}

/** Shows the person on whose behalf the application has access. */
export function PersonCell({ token, search }: { token: OrgToken; search: string }) {
  const { name, email } = token.userId;
  return (
    <span className="block min-w-0">
      <span className="block text-text">
        <Highlight text={name} search={search} />
      </span>
      {email !== null && (
        <span className="block text-small break-words hyphens-none text-text-3">
          <MailAddress email={email} search={search} />
        </span>
      )}
    </span>
  );
}

/** Shows the time and IP address of the last use. Tokens that have not been used for a long time are marked. */
export function LastUse({ token, now }: { token: OrgToken; now: number }) {
  const t = useTranslations("client-tokens");
  const format = useFormat();
  const { lastActivity, address } = token.session;
  const stale = staleDaysOf(token, now);
  return (
    <span className="block">
      <span className="block">{lastActivity === null ? t("unused") : format.moment(lastActivity)}</span>
      {stale !== null && <span className="block text-small text-warning">{t("stale", { days: stale })}</span>}
      {stale === null && lastActivity !== null && address !== null && (
        <span className="block text-small wrap-anywhere text-text-3">{t("from", { address })}</span>
      )}
    </span>
  );
}

/** Shows the expiry date, with the time during the last day. */
export function Expiry({ token, now }: { token: OrgToken; now: number }) {
  const format = useFormat();
  const { expiresAt } = token.tokens.refreshToken;
  return stateOf(token, now) === "expiring" ? format.moment(expiresAt) : format.date(expiresAt);
}

/** Shows the state of a token. For a revoked token, also shows the time and the reason. */
export function TokenState({ token, now }: { token: OrgToken; now: number }) {
  const t = useTranslations("client-tokens");
  const format = useFormat();
  const labels = useTokenLabels();
  const state = stateOf(token, now);
  const { revokedAt, revokeReason } = token;
  return (
    <span className="block">
      <StatusBadge meaning={state}>{t(`state.${state}`)}</StatusBadge>
      {revokedAt !== null && (
        <span className="mt-0.5 block text-small wrap-anywhere text-text-3">
          {format.moment(revokedAt)}
          {revokeReason !== null && <span className="block">{labels.reason(revokeReason)}</span>}
        </span>
      )}
    </span>
  );
}
