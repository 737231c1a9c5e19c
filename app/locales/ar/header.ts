/** Texts of the header's parts that are loaded on first use. */
export const header = {
  groups: {
    recordedCourses: 'دورات مسجّلة',
    onlineCourses: 'دورات عن بُعد',
    offlineCourses: 'دورات حضورية',
  },
  latest: 'أحدث الدورات',
  latestFailed: 'تعذّر تحميل أحدث الدورات',
  allOfField: 'كل دورات المجال',
  coming: 'تُحمَّل الدورات…',
  emptyGroup: 'لا دورات من هذا النوع الآن.',
  emptyField: 'لا دورات في هذا المجال الآن',
  emptyFieldHint: 'نعمل على برامج جديدة فيه، وقد يفيدك مجال قريب منه.',
  otherFields: 'تصفّح كل الدورات',
  failed: 'تعذّر تحميل الدورات. تحقّق من الاتصال ثم أعد المحاولة.',
  retry: 'أعد المحاولة',
  keys: 'تنقّل بالأسهم، واخرج بـ Tab.',
  backToTop: 'إلى أعلى الصفحة',
}
