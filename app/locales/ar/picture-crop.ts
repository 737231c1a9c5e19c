/** The dialog for cropping a picture; loaded with it. */
export const pictureCrop = {
  title: 'ضبط الصورة',
  hint: 'اسحب الصورة لتضبط موضعها، أو حرّكها بأسهم لوحة المفاتيح. تظهر صورتك داخل الدائرة.',
  canvas: 'الجزء الظاهر من صورتك',
  zoom: 'التقريب',
  save: 'احفظ الصورة',
  cancel: 'ألغِ',
  broken: 'تعذّرت قراءة هذه الصورة. اختر صورة بصيغة JPEG أو PNG أو WebP.',
  another: 'اختر صورة أخرى',
}
