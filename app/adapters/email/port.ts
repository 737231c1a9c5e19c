/** What the product needs to send mail. */
export type Email = { to: string; subject: string; text: string; html: string; lang: 'ar' | 'en' }

export type EmailPort = {
  name: string
  /** Hands the mail over. @throws when it was not accepted: the job tries again */
  send: (email: Email) => Promise<void>
}
