/**
 * Notice to the other administrators when one of them creates a code. It has no names, because it leaves the database.
 */
export const recoveryCodeNotice = {
  type: "warning",
  kind: "recoveryCodeCreatedForMember",
  messages: {
    de: "In Ihrer Praxis wurde ein Einmalcode erstellt. Wer ihn für wen erstellt hat, steht im Protokoll.",
    en: "A one-time code was created in your practice. The log shows who created it for whom.",
    fr: "Un code à usage unique a été créé dans votre cabinet. Le journal indique qui l’a créé et pour qui.",
    it: "Nel Suo studio è stato creato un codice monouso. Il registro indica chi lo ha creato e per chi.",
  },
  route: "audit",
} as const;

/** Notice to the other administrators when one of them creates a day code. */
export const dayCodeNotice = {
  type: "warning",
  kind: "dayCodeCreatedForMember",
  messages: {
    de: "In Ihrer Praxis wurde ein Tagescode erstellt. Wer ihn für wen erstellt hat, steht im Protokoll.",
    en: "A day code was created in your practice. The log shows who created it for whom.",
    fr: "Un code du jour a été créé dans votre cabinet. Le journal indique qui l’a créé et pour qui.",
    it: "Nel Suo studio è stato creato un codice del giorno. Il registro indica chi lo ha creato e per chi.",
  },
  route: "audit",
} as const;
