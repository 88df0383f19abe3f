import { useQuery } from "@tanstack/react-query";
import { type ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { Button } from "../../ui/button/button.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type LegacyPractice, practiceQuery } from "./legacy.api.ts";
import { PhoneLink } from "./phone-link.tsx";
import { OpeningHours } from "./opening-hours.tsx";

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-text max-sm:-mt-1">{children}</dd>
    </>
  );
}

function Details({ practice }: { practice: LegacyPractice }) {
  const t = useTranslations("legacy");
  const { name, street, postalCode, city, phone, fax, email, openingHours } = practice;
  const place = [postalCode, city].filter((part) => part !== null).join(" ");
  const address = [street, place].filter((part) => part !== null && part !== "").join(", ");
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <div>
        <p className="mb-3 text-section text-text">{name}</p>
        <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[7rem_1fr]">
          <Detail name={t("details.address")}>{address || "–"}</Detail>
          <Detail name={t("details.phone")}>{phone === null ? "–" : <PhoneLink phone={phone} />}</Detail>
          <Detail name={t("practice.fax")}>{fax ?? "–"}</Detail>
          <Detail name={t("practice.email")}>
            {email === null ? (
              "–"
            ) : (
              <a href={`mailto:${email}`} className={linkClass}>
                {email}
              </a>
            )}
          </Detail>
        </dl>
      </div>
      <section aria-labelledby="opening-hours">
        <h3 id="opening-hours" className="mb-2 text-section text-text">
          {t("practice.hours")}
        </h3>
        <OpeningHours hours={openingHours} />
      </section>
    </div>
  );
}

/** Shows the practice as the legacy server describes it. */
export function PracticeCard({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const common = useTranslations("common");
  const query = useQuery(practiceQuery(scope));
  const { data, isFetching, refetch } = query;
  return (
    <Card title={t("practice.title")} description={t("practice.text")}>
      <QueryFallback query={query} failedTitle={t("practice.failed")}>
        <SkeletonGroup label={t("practice.loading")} className="grid gap-3">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-3 w-full max-w-72" />
          <Skeleton className="h-3 w-64" />
          <Skeleton className="h-3 w-60" />
        </SkeletonGroup>
      </QueryFallback>
      {data === null && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("practice.unavailable")}
          action={
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              {common("retry")}
            </Button>
          }
        >
          {t("unavailable.text")}
        </ErrorBox>
      )}
      {data && <Details practice={data} />}
    </Card>
  );
}
