/** What the product needs to send mail. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  lang: 'ar' | 'en'
  /** The sender's name, in the mail's language. */
  fromName: string
  /** Our Message-ID, the same on every delivery of this mail: mailboxes recognize a repetition by it. */
  key: string
  /** The Reply-To address, where it is not the sender's. */
  replyTo?: string | undefined
  /** The address for one-click unsubscribing: a POST that needs no session (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: Attachment[]
}

export type Attachment = {
  /** The file name. */
  name: string
  /** The media type. */
  type: string
  content: Buffer
}

export type EmailPort = {
  name: string
  /**
   * Delivers the mail to the mail server.
   * @throws EmailRefused when this mail will never be accepted; any other error when a retry may succeed
   */
  send: (email: Email) => Promise<void>
}

/** A permanent refusal: the mailbox does not exist, or the mail is not accepted. */
export class EmailRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EmailRefused'
  }
}
