import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";

/** The reminder of an overdue checklist. It has no names; the notification has the person's id. */
export const checklistMessages: StoredNotification["messages"] = {
  de: "Checkliste überfällig: Punkte eines Ein- oder Austritts sind noch offen",
  en: "Checklist overdue: items of an onboarding or offboarding are still open",
  fr: "Liste en retard : des points d’une arrivée ou d’un départ sont encore ouverts",
  it: "Lista in ritardo: punti di un ingresso o di un’uscita sono ancora aperti",
};
