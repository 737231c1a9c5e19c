/** What calendar files say. Arabic is the source: English must match its type. */
export const calendarFile = {
  online: 'عبر الإنترنت',
  reference: (reference: string) => `رقم الطلب: ${reference}`,
  order: (url: string) => `تفاصيل الطلب: ${url}`,
  comma: '، ',
}
