/** The columns of the exported attendees. */
export const attendanceTexts = {
  title: 'المسجلون',
  columns: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    phone: 'الجوال',
    order: 'الطلب',
    attended: 'جلسات حضرها',
    held: 'جلسات انتهت',
    certificate: 'الشهادة',
  },
}
