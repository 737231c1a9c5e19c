import { createTransport } from 'nodemailer'
import type { EmailPort } from './port.ts'

/** Sends by SMTP. @param from as in a mail's From header, e.g. `Maahad <no-reply@example.org>` */
export function smtpEmail(url: string, from: string): EmailPort {
  const transport = createTransport(url, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object)
  return {
    name: 'smtp',
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ from, to, subject, text, html })
    },
  }
}
