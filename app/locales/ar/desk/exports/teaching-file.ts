/** The report of teaching that staff download. */
export const teachingFile = {
  fileName: 'teaching',
  title: 'تقرير التدريب',
  columns: {
    course: 'الدورة',
    starts: 'بدأت',
    ends: 'تنتهي',
    enrolled: 'المسجّلون',
    seats: 'المقاعد',
    attended: 'الحضور (٪)',
    completed: 'أتمّوا (٪)',
    rating: 'التقييم',
    ratings: 'عدد التقييمات',
  },
}
