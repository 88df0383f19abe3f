import { useQueryClient } from "@tanstack/react-query";
import LogOut from "lucide-react/icons/log-out";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { ignoreNotFound } from "../../../platform/forms/ignore-not-found.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { endSession } from "./person-security.api.ts";
import { FirstItems } from "../../../ui/list/first-items.tsx";
import { PersonSessionRow, useSessionName } from "./person-session-row.tsx";
import type { SecurityCardProps } from "./security-card-props.ts";

/** Number of sessions that are initially visible. People rarely have more. */
const visibleSessions = 8;

/** Shows a person's sessions, with buttons to end one or all. */
export function PersonSessionsCard(props: SecurityCardProps & { organizationId: string }) {
  const { user, organizationId, onStart } = props;
  const t = useTranslations("person-security");
  const client = useQueryClient();
  const sessionName = useSessionName();
  const [ended, setEnded] = useState<string | null>(null);
  const { sessions, allowedActions } = user;

  const { pending, failure, run } = useAppMutation({
    mutate: (sessionId: string) => endSession(user.id, sessionId).catch(ignoreNotFound),
  });

  async function end(sessionId: string, name: string): Promise<void> {
    setEnded(null);
    if (await run(sessionId)) setEnded(name);
    await client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
  }

  return (
    <Card
      title={t("sessions.title")}
      description={t("sessions.text")}
      aside={
        allowedActions.includes("resetConnections") && (
          <WriteButton
            size="small"
            variant="destructive"
            icon={LogOut}
            onClick={() => onStart("resetConnections")}
          >
            {t("action.resetConnections")}
          </WriteButton>
        )
      }
    >
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("sessions.endFailed")}>
            {failure}
          </ErrorBox>
        )}
        <p role="status" className="text-dense text-text-2 empty:hidden">
          {ended === null ? "" : t("sessions.ended", { device: ended })}
        </p>
        {sessions.length === 0 ? (
          <p className="text-body text-text-2">{t("sessions.none")}</p>
        ) : (
          <FirstItems
            items={sessions}
            count={visibleSessions}
            allLabel={t("sessions.showAll", { count: sessions.length })}
            fewerLabel={t("sessions.showFewer")}
          >
            {(session) => (
              <PersonSessionRow
                key={session.id}
                session={session}
                busy={pending === session.id}
                onEnd={
                  allowedActions.includes("endSession") && !session.current
                    ? () => void end(session.id, sessionName(session))
                    : undefined
                }
              />
            )}
          </FirstItems>
        )}
      </div>
    </Card>
  );
}
