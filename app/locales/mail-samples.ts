/** An invented learner, course and bank, of whom previews of mails speak. */
export const mailSamples = {
  learner: { ar: 'سارة', en: 'Sara' },
  course: { ar: 'إدارة المشاريع', en: 'Project management' },
  reason: { ar: 'اعتذر المدرب', en: 'The trainer cannot come' },
  reasonOfRefund: { ar: 'ظرف طارئ', en: 'Something came up' },
  answer: { ar: 'بدأت الدورة', en: 'The course has begun' },
  receipt: { ar: 'الإيصال غير مقروء', en: 'The receipt cannot be read' },
  bank: {
    name: { ar: 'بنك المثال', en: 'Example Bank' },
    iban: 'SA0380000000608010167519',
    beneficiary: { ar: 'معهد المثال', en: 'Example Institute' },
  },
}
