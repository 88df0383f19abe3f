import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";

/** Returns the text of the alert. It names the workstation, never a person. */
export function alarmMessages(label: string | null): StoredNotification["messages"] {
  const at = label === null || label === "" ? "" : ` (${label})`;
  return {
    de: `Am gemeinsamen Arbeitsplatz${at} kommt jemand nicht hinein. Bitte fragen Sie nach dem Namen, bevor Sie entsperren.`,
    en: `Someone cannot get in at the shared workstation${at}. Please ask for their name before you unlock.`,
    fr: `Quelqu’un n’arrive pas à se connecter au poste de travail partagé${at}. Demandez son nom avant de débloquer.`,
    it: `Qualcuno non riesce ad accedere alla postazione condivisa${at}. Chieda il nome prima di sbloccare.`,
  };
}
