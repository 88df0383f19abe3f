import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";

/**
 * Returns the text of the alert. It names the workstation but never a person. If the locked user is known, the
 * notification links to their page.
 */
export function alarmMessages(label: string | null, isUserKnown: boolean): StoredNotification["messages"] {
  const at = label === null || label === "" ? "" : ` (${label})`;
  if (isUserKnown)
    return {
      de: `Am gemeinsamen Arbeitsplatz${at} ist jemand gesperrt und bittet um Hilfe. Hier öffnen Sie die Person. Bitte prüfen Sie, wer es ist, bevor Sie entsperren.`,
      en: `Someone is locked out at the shared workstation${at} and asks for help. Open the person here. Please check who they are before you unlock.`,
      fr: `Un compte est verrouillé au poste de travail partagé${at}, et on demande de l’aide. Ouvrez ici la fiche de la personne. Vérifiez de qui il s’agit avant de déverrouiller.`,
      it: `Qualcuno è bloccato alla postazione condivisa${at} e chiede aiuto. Apra qui la scheda della persona. Verifichi chi è prima di sbloccare.`,
    };
  return {
    de: `Am gemeinsamen Arbeitsplatz${at} kommt jemand nicht hinein. Bitte fragen Sie nach dem Namen, bevor Sie entsperren.`,
    en: `Someone cannot get in at the shared workstation${at}. Please ask for their name before you unlock.`,
    fr: `Quelqu’un n’arrive pas à se connecter au poste de travail partagé${at}. Demandez son nom avant de déverrouiller.`,
    it: `Qualcuno non riesce ad accedere alla postazione condivisa${at}. Chieda il nome prima di sbloccare.`,
  };
}
