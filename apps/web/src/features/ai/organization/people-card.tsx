import type { AiSwitches } from "@praxisportal/contract/ai/policy.schema";
import OctagonX from "lucide-react/icons/octagon-x";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { SwitchTarget } from "../switches/ai-switch.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

const SwitchDialog = lazyDialog(async () => (await import("../switches/switch-dialog.tsx")).SwitchDialog);
const PersonDialog = lazyDialog(async () => (await import("./person-dialog.tsx")).PersonDialog);

interface PeopleCardProps {
  organizationId: string;
  people: AiSwitches["people"];
  canManage: boolean;
}

/**
 * Lists the members whose AI use is stopped, with the time and the reason. Managers can stop AI for another member or
 * allow it again.
 */
export function PeopleCard({ organizationId, people, canManage }: PeopleCardProps) {
  const t = useTranslations("ai-switches");
  const format = useFormat();
  const [selectedTarget, setSelectedTarget] = useKeptState<
    Extract<SwitchTarget, { scope: "person" }> | "choosing" | null
  >("ai-stop", null);
  const close = () => setSelectedTarget(null);
  const target = selectedTarget === null || selectedTarget === "choosing" ? null : selectedTarget;
  return (
    <Card
      title={t("person.card")}
      description={t(canManage ? "person.text" : "person.own")}
      aside={
        canManage && (
          <WriteButton
            size="small"
            variant="destructive"
            icon={OctagonX}
            {...preloads(PersonDialog)}
            onClick={() => setSelectedTarget("choosing")}
          >
            {t("person.stop")}
          </WriteButton>
        )
      }
    >
      {people.length === 0 ? (
        <p className="text-body text-text-2">{t(canManage ? "person.none" : "person.notYou")}</p>
      ) : (
        <ul aria-label={t("person.card")} className="divide-y divide-line">
          {people.map(({ userId, name, stopped }) => (
            <li
              key={userId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="text-body font-label wrap-anywhere text-text">{name}</p>
                <p className="text-dense wrap-anywhere text-text-2">
                  <Dotted
                    details={[
                      t("stoppedSince", { when: format.momentInText(stopped.at) }),
                      stopped.reason !== null && t("reasonIs", { reason: stopped.reason }),
                    ]}
                  />
                </p>
              </div>
              {canManage && (
                <WriteButton
                  size="small"
                  onClick={() => setSelectedTarget({ scope: "person", id: userId, name })}
                >
                  {t("resume")}
                  <span className="sr-only">: {name}</span>
                </WriteButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {selectedTarget === "choosing" && (
        <PersonDialog
          organizationId={organizationId}
          onClose={close}
          onChoose={(person) => setSelectedTarget({ scope: "person", ...person })}
        />
      )}
      {target !== null && (
        <SwitchDialog
          target={target}
          stopped={people.find(({ userId }) => userId === target.id)?.stopped ?? null}
          onClose={close}
        />
      )}
    </Card>
  );
}
