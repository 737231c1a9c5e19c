/** What the product needs to send mail. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  lang: 'ar' | 'en'
  /** Who it comes from, in the mail's language. */
  fromName: string
  /** Ours, the same whenever this mail is handed over: a repetition can be recognized by it. */
  key: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string | undefined
  /** Where a mailbox's own button ends mails of this kind, by a POST that needs no session (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: Attachment[]
}

export type Attachment = {
  /** What it is saved as. */
  name: string
  /** Its media type. */
  type: string
  content: Buffer
}

export type EmailPort = {
  name: string
  /**
   * Hands the mail over.
   * @throws EmailRefused when this mail will never be accepted; anything else when another try may be
   */
  send: (email: Email) => Promise<void>
}

/** The server's last word: there is no such mailbox, or it takes no such mail. */
export class EmailRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EmailRefused'
  }
}
