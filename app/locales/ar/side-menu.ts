export const sideMenu = {
  label: 'قائمة الموقع',
  backToMenu: 'القائمة الرئيسية',
  backToFields: 'كل البرامج',
  recordedCourses: 'دورات مسجّلة',
  onlineCourses: 'دورات عن بُعد',
  offlineCourses: 'دورات حضورية',
  none: 'لا توجد دورات حاليًا',
  loading: 'جارٍ تحميل الدورات',
  failed: 'تعذّر تحميل الدورات. تحقّق من الاتصال ثم أعد المحاولة.',
  tryAgain: 'أعد المحاولة',
  allOfField: 'كل دورات هذا المجال',
}
