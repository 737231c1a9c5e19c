/** An invented learner and course, of whom previews of mails speak. */
export const mailSamples = {
  learner: { ar: 'سارة', en: 'Sara' },
  course: { ar: 'إدارة المشاريع', en: 'Project management' },
  reason: { ar: 'اعتذر المدرب', en: 'The trainer cannot come' },
}
