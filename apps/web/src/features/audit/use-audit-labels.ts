import { auditActions } from "@praxisportal/contract/audit-actions";
import { auditTopicNames, isAuditTopic } from "@praxisportal/contract/audit/audit-search.rules";
import { roles, type Role } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";
import type { AuditEntry } from "./audit.api.ts";
import { areaOf, areas, isAuditAction } from "./audit-search.ts";

type Text = ReturnType<typeof useTranslations<"audit">>;
type Area = Parameters<Text>[0] extends infer Key
  ? Key extends `areas.${infer Name}`
    ? Name
    : never
  : never;

const plain = (labels: string) => labels;

function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}

/** Returns functions that describe audit entries in words. The recent activity uses the same sentences. */
export function useAuditLabels() {
  const t = useTranslations("audit");
  const activity = useTranslations("activity");
  const roleNames = useTranslations("roles");

  /** Describes an action without its people: "Jemand hat eine Person …". */
  const action = (name: string): string =>
    isAuditAction(name)
      ? activity.markup(`actions.${name}`, {
          outcome: "success",
          actor: t("filter.someone"),
          target: activity("unnamed.target"),
          toTarget: activity("unnamed.toTarget"),
          who: plain,
          whom: plain,
        })
      : activity("unknown");
  const area = (name: string): string => t(`areas.${name as Area}`);

  /** Adds the username, which distinguishes people of the same name. */
  const withUsername = (name: string, account: string | null): string =>
    account === null ? name : t("who.named", { name, account });

  /**
   * Describes the actor: a person, an application that acts for a person, the holder of a mailed link that a person
   * requested, or the holder of the emergency code.
   */
  const describeActor = ({ action: actionName, actor }: AuditEntry, nameOf: typeof withUsername): string => {
    if (actor.type === "emergency_code") return t("who.emergencyCode");
    const person =
      actor.name === null ? t(actor.id === null ? "system" : "erased") : nameOf(actor.name, actor.account);
    if (actor.type === "link")
      return t(actionName === "user.digest_ended" ? "who.mailLink" : "who.link", { person });
    if (actor.application === null) return person;
    const { name } = actor.application;
    return actor.name === null ? t("who.application", { name }) : t("who.applicationFor", { name, person });
  };

  const actorText = (entry: AuditEntry): string => describeActor(entry, withUsername);

  return {
    action,
    area,
    role: (role: string): string => (isRole(role) ? roleNames(role) : role),
    /** Text for a chosen action, area or topic. */
    chosenAction: (chosen: string): string => {
      if (isAuditTopic(chosen)) return t(`topics.${chosen}`);
      return chosen.endsWith(".*") ? area(chosen.slice(0, -2)) : action(chosen);
    },
    /** Filter options: the topics, then each area as a whole, followed by its actions. */
    actionOptions: () => [
      ...auditTopicNames.map((topic) => ({ value: topic as string, label: t(`topics.${topic}`) })),
      ...areas.flatMap((name) => [
        { value: `${name}.*`, label: t("filter.areaAll", { area: area(name) }) },
        ...auditActions
          .filter((auditAction) => areaOf(auditAction) === name)
          .map((item) => ({ value: item as string, label: action(item) })),
      ]),
    ],
    actorText,
    /** Returns the actor without the username, which a table cell shows on a separate line. */
    actorName: (entry: AuditEntry): string => describeActor(entry, plain),
    object: ({ target }: AuditEntry): { kind: string; name: string | null } | null =>
      target === null
        ? null
        : {
            kind: t(`kinds.${target.type}`),
            name:
              target.name === null
                ? target.type === "user" && target.id !== null
                  ? t("erased")
                  : null
                : withUsername(target.name, target.account),
          },
    /** Returns the entry as a plain-text sentence. */
    sentence: (entry: AuditEntry): string => {
      if (!isAuditAction(entry.action)) return activity("unknown");
      const { actor, target } = entry;
      const nameless = target === null || target.id === null || target.type !== "user" ? "unnamed" : "erased";
      // Accepting an invitation creates the membership in the same transaction, so only the target has a
      // name.
      const isSame = actor.name === null && actor.id !== null && actor.id === target?.id;
      const isPerson = actor.type !== "link" && actor.type !== "emergency_code" && actor.application === null;
      const actorName = isSame ? target.name : isPerson ? actor.name : actorText(entry);
      return activity.markup(`actions.${entry.action}`, {
        outcome: entry.outcome,
        actor: actorName ?? activity(actor.id === null ? "system" : "erased.who"),
        target: target?.name ?? activity(`${nameless}.target`),
        toTarget: target?.name ?? activity(`${nameless}.toTarget`),
        who: plain,
        whom: plain,
      });
    },
  };
}
