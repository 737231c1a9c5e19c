export const carousel = {
  carousel: 'شريط متحرّك',
  slide: 'رأي',
  position: (n: number, total: number) => `${n} من ${total}`,
  previous: 'السابق',
  next: 'التالي',
  pause: 'أوقف الحركة',
  play: 'تشغيل الحركة',
}
