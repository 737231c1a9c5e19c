import type { calendarFile as source } from '../ar/calendar-file.ts'

export const calendarFile: typeof source = {
  online: 'Online',
  reference: (reference) => `Order number: ${reference}`,
  order: (url) => `Order details: ${url}`,
  comma: ', ',
}
