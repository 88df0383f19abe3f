/** A file that is sent with a mail. */
export type MailAttachment = { filename: string; contentType: string; content: Buffer };

/** A rendered mail. */
export type OutgoingMail = {
  /** Id of its outbox row. The receiver recognizes a mail that is sent twice after a crash as the same message. */
  id: string;
  template: string;
  createdAt: Date;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** Address at which a POST request ends mails of this kind to the recipient (RFC 8058). */
  unsubscribe?: URL;
};

export type MailSender = {
  /**
   * Delivers a mail. Throws UnretryableError when the receiver will never accept it and another error when a retry may
   * succeed. No error contains an address. Rejects once the signal aborts; the mail may have been delivered by then.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};
