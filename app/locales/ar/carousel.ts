export const carousel = {
  carousel: 'شريط متحرّك',
  slide: 'رأي',
  position: (n: number, total: number) => `${n} من ${total}`,
  previous: 'السابق',
  next: 'التالي',
  pause: 'إيقاف الحركة',
  play: 'تشغيل الحركة',
}
