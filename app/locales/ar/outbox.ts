/** The demonstration's page of messages that were not sent. Arabic is the source: English must match its type. */
export const outboxTexts = {
  title: 'صندوق الصادر',
  lead: 'لا يُرسل شيء من الموقع التجريبي. هذه هي الرسائل التي كانت ستُرسل، والأحدث أولًا.',
  back: 'عُد إلى الموقع',
  other: 'English',
  none: 'لا رسائل بعد. أنشئ حسابًا أو اطلب دورة لتظهر هنا.',
  channels: { email: 'بريد إلى', sms: 'رسالة نصية إلى' } as Record<string, string>,
  asSent: 'اعرضها كما تصل',
  at: (day: string, time: string) => `${day}، ${time}`,
}
