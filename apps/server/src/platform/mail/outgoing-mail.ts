/** File that is sent with a mail. */
export type MailAttachment = { filename: string; contentType: string; content: Buffer };

/** Rendered mail. */
export type OutgoingMail = {
  /** Id of the outbox row, by which a receiver recognizes a mail that is sent twice after a crash. */
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
   * Delivers a mail. Throws UnretryableError if the receiver will never accept it, and another error if a retry may
   * succeed. No error contains an address. Rejects when the signal aborts, although the mail may have been delivered by
   * then.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};
