import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ApplicationCell, Expiry, LastUse, TokenState } from "./token-cells.tsx";
import { TokenMenu, type TokenActions } from "./token-menu.tsx";
import type { OrgToken } from "./tokens.api.ts";

interface TokensCardsProps {
  tokens: readonly OrgToken[] | undefined;
  searched: string;
  /** When the tokens were fetched, in ms. */
  now: number;
  reloading: boolean;
  withPractice: boolean;
  actions: TokenActions;
  emptyState?: ReactNode;
}

const box = "rounded-r-3 border border-line bg-surface p-4";
const skeletonCards = [0, 1, 2, 3];

function TokenCard({
  token,
  searched,
  now,
  withPractice,
  actions,
}: Pick<TokensCardsProps, "searched" | "now" | "withPractice" | "actions"> & { token: OrgToken }) {
  const t = useTranslations("client-tokens");
  return (
    <li className={box}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <ApplicationCell token={token} search={searched} />
        </div>
        <div className="-mt-1 -mr-2">
          <TokenMenu token={token} actions={actions} />
        </div>
      </div>
      <p className="mt-1 text-dense wrap-anywhere text-text-2">
        {token.userId.name}
        {withPractice && ` · ${token.organizationName}`}
      </p>
      <div className="mt-2">
        <TokenState token={token} now={now} />
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-3 text-dense">
        <div>
          <dt className="text-small text-text-3">{t("columns.lastActivity")}</dt>
          <dd>
            <LastUse token={token} now={now} />
          </dd>
        </div>
        <div>
          <dt className="text-small text-text-3">{t("columns.expiresAt")}</dt>
          <dd>
            <Expiry token={token} now={now} />
          </dd>
        </div>
      </dl>
    </li>
  );
}

/** The list as cards, below 1280 px. */
export function TokensCards({ tokens, reloading, emptyState, ...rest }: TokensCardsProps) {
  const t = useTranslations("client-tokens");
  if (emptyState !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{emptyState}</div>;
  return (
    <ul aria-label={t("table")} aria-busy={reloading} className="grid gap-2 md:grid-cols-2">
      {tokens === undefined
        ? skeletonCards.map((card) => (
            <li key={card} className={box}>
              <Skeleton className="h-3 w-40" />
              <Skeleton className="mt-2 h-2.5 w-48" />
              <Skeleton className="mt-3 h-5 w-20" />
            </li>
          ))
        : tokens.map((token) => <TokenCard key={token.id} token={token} {...rest} />)}
    </ul>
  );
}
