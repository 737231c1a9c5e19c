/** What trainers are told about what they proposed for their courses. */
export const courseProposalEmails = {
  greeting: (name: string) => `مرحبًا ${name}،`,
  accepted: {
    subject: (course: string) => `قُبل اقتراحك لدورة «${course}»`,
    title: 'قُبل اقتراحك',
    body: (course: string) => `كُتب ما اقترحته في دورة «${course}». شكرًا على عنايتك بنصوصها.`,
  },
  refused: {
    subject: (course: string) => `اقتراحك لدورة «${course}» لم يُقبل`,
    title: 'لم يُقبل اقتراحك',
    body: (course: string) => `راجع المحررون ما اقترحته لدورة «${course}» ولم يأخذوا به. ولك أن تقترح من جديد.`,
  },
  reasonLabel: 'السبب',
  open: 'افتح الدورة',
}
