/** The columns of the exported attendees. */
export const attendanceTexts = {
  columns: ['الاسم', 'البريد الإلكتروني', 'الجوال', 'الطلب', 'جلسات حضرها', 'جلسات انتهت', 'الشهادة'],
}
