/** Texts of the mail about the first lessons of a recorded course. Arabic is the source. */
export const lessonEmails = {
  subject: (course: string) => `نُشرت دروس دورتك: ${course}`,
  title: 'نُشرت دروس دورتك',
  body: (course: string) => `نُشرت دروس دورة «${course}» التي سجّلت فيها، وتبدأ فيها متى شئت.`,
  open: 'ابدأ الدرس الأول',
}
