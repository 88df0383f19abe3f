import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { ignoreNotFound } from "../../platform/forms/ignore-not-found.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ErrorBox, SuccessBox } from "../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { FirstItems } from "../../ui/list/first-items.tsx";
import { SessionRow } from "./session-row.tsx";
import { type Session, sessionsQuery, revokeOtherSessions, revokeSession } from "./sessions.api.ts";

/** Number of sessions that are initially visible. People rarely have more. */
const visibleSessions = 8;

function List({ sessions }: { sessions: readonly Session[] }) {
  const t = useTranslations("sessions");
  const client = useQueryClient();
  const [ended, setEnded] = useState<number | null>(null);
  const { run, pending, failure } = useAppMutation({
    async mutate(key: string) {
      if (key === "others") return revokeOtherSessions();
      await revokeSession(key).catch(ignoreNotFound);
      return 1;
    },
    onSuccess: (count) => setEnded(count),
  });

  async function end(key: string): Promise<void> {
    setEnded(null);
    await run(key);
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }

  return (
    <div className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {ended !== null && <SuccessBox variant="complete" title={t("ended", { count: ended })} />}
      <FirstItems
        items={sessions}
        count={visibleSessions}
        allLabel={t("showAll", { count: sessions.length })}
        fewerLabel={t("showFewer")}
      >
        {(session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={pending === session.id}
            onEnd={() => void end(session.id)}
          />
        )}
      </FirstItems>
      {sessions.length > 1 ? (
        <div>
          <Button
            variant="destructive"
            busy={pending === "others"}
            busyLabel={t("ending")}
            onClick={() => void end("others")}
          >
            {t("endOthers")}
          </Button>
        </div>
      ) : (
        <p className="text-dense text-text-2">{t("alone")}</p>
      )}
    </div>
  );
}

/** Shows the user's own sessions, with buttons to end them. */
export function SessionsCard() {
  const t = useTranslations("sessions");
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const { data: sessions } = query;
  useRealtimeEvent("userUpdate", () => {
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  return (
    <Card title={t("title")}>
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")}>
          <Skeleton className="h-5 w-60" />
          <Skeleton className="mt-3 h-5 w-44" />
        </SkeletonGroup>
      </QueryFallback>
      {sessions !== undefined && <List sessions={sessions} />}
    </Card>
  );
}
