/** Files that the learners of a run get. */
export const materials = {
  title: 'مواد المتدربين',
  open: 'المواد',
  add: 'أضف ملفًا',
  file: 'الملف',
  fileHint: 'PDF أو Word أو Excel أو PowerPoint أو ZIP حتى 20 ميغابايت، أو صورة حتى 8، أو فيديو MP4 أو WebM حتى 200.',
  name: 'الاسم الذي يراه المتدرب',
  nameHint: 'اتركه فارغًا ليظهر اسم الملف.',
  send: 'أضف الملف',
  given: 'ما يراه متدربو هذا الموعد في «دوراتي»',
  none: 'لا مواد بعد',
  noneBody: 'أضف العرض أو التمارين أو التسجيل، فيجده من تأكد تسجيله في «دوراتي».',
  remove: 'اسحب',
  removeNamed: (name: string) => `اسحب: ${name}`,
  done: { added: 'أُضيف الملف، ويراه المتدربون الآن.', removed: 'سُحب الملف، ولم يعد المتدربون يرونه.' },
}
