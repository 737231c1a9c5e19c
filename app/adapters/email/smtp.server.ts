import { createTransport } from 'nodemailer'
import { type EmailPort, EmailRefused } from './port.ts'

/**
 * Sends by SMTP.
 * @param from as in a mail's From header, e.g. `Maahad <no-reply@example.org>`; its name is used where a mail has none
 */
export function smtpEmail(url: string, from: string): EmailPort {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  const domain = address.split('@').at(-1) || 'localhost'
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true } as object)
  return {
    name: 'smtp',
    send: async ({ to, subject, text, html, lang, fromName, key, replyTo, unsubscribeUrl, attachments = [] }) => {
      try {
        await transport.sendMail({
          from: { name: fromName || name, address },
          to,
          ...(replyTo ? { replyTo } : {}),
          subject,
          text,
          html,
          messageId: `<${key}@${domain}>`,
          attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
          headers: {
            // Asks vacation responders and ticket systems not to reply (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': lang,
            ...(unsubscribeUrl ? oneClick(unsubscribeUrl) : {}),
          },
        })
      } catch (error) {
        throw refusal(error) ?? error
      }
    },
  }
}

/** Source: RFC 8058. The sender's server signs both headers (DKIM), or mailboxes show no button. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A permanent error about the receiver or the content. One about our credentials or sender can be corrected. */
function refusal(error: unknown): EmailRefused | undefined {
  const { responseCode, command, response } = error as { responseCode?: number; command?: string; response?: string }
  const final = responseCode !== undefined && responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command ?? '')
  return final ? new EmailRefused(response ?? `SMTP ${responseCode}`) : undefined
}
