import type { outboxTexts as source } from '../ar/outbox.ts'

export const outboxTexts: typeof source = {
  title: 'Outbox',
  lead: 'The demonstration sends nothing. These are the messages that would have been sent, the newest first.',
  back: 'Back to the website',
  other: 'العربية',
  none: 'No messages yet. Create an account or order a course, and they appear here.',
  channels: { email: 'Email to', sms: 'Text message to' },
  asSent: 'See it as it arrives',
  at: (day, time) => `${day}, ${time}`,
}
