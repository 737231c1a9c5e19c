import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Where the product and the institute speak. Writers of articles, posts and reviews choose their own words. */
const SOURCES = [
  'app/locales/ar',
  'content/courses',
  'content/pages',
  ...['faqs', 'institute', 'seo', 'specializations'].map((name) => `content/${name}.yaml`),
]

/** By the one spelling of a word: what else it is called or how else it is spelled. */
const OTHERS: [word: string, others: RegExp][] = [
  ['الرئيسية', /الرئيس[ةه]|رئيسيه/],
  ['ميغابايت', /(?:ميغا|كيلو|غيغا) بايت|ميجا|جيجا|[مكغج]\.ب/],
  ['الجوال', /هاتف|هواتف|موبايل|تلفون|تليفون|نقّ?ال/],
  ['احفظ', /['`][أإ]?حفظ /],
  ['إنشاء', /(?<!\p{L})(?:ال|لل|ب|و)?(?:انشاء|أنشاء|انشئ|إنشئ)/u],
]

const filesOf = (source: string): string[] =>
  /\.(?:ts|yaml)$/.test(source)
    ? [source]
    : readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|yaml)$/.test(name))
        .map((name) => join(source, name))

it.each(OTHERS)('the Arabic texts say and spell %s in one way', (_, others) => {
  const slips = SOURCES.flatMap(filesOf).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => others.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(slips).toEqual([])
})

/** The texts of buttons and links that do something, by their name in the locale files. */
const ACTIONS =
  /^\s*(?:add|apply|back|begin|cancel|clear|close|confirm|connect|copy|disconnect|download|edit|enable|export|goOn|hide|manage|open|openApp|pause|preview|print|prove|redo|reissue|remove|renew|revoke|save|send|show|signIn|signOut|submit\w*|tryAgain|undo|via): '(\p{L}+)/u
/** Nouns of doing: the form of headings. */
const NOUNS =
  /^(?:المتابعة|الدخول|الرجوع|العودة|إضافة|إزالة|إظهار|إخفاء|إرسال|إصدار|إعادة|إغلاق|إلغاء|إنشاء|إيقاف|تأكيد|تحميل|تسجيل|تصدير|تعديل|تغيير|تفعيل|تنزيل|توثيق|حذف|حفظ|دخول|رجوع|ربط|رفع|طباعة|عودة|فتح|قبول|كتابة|متابعة|مسح|معاينة|نسخ|نشر)$/u

it('the Arabic texts ask in one voice: what is pressed says what to do (اطلب), as an imperative', () => {
  let count = 0
  const nouns = filesOf('app/locales/ar').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => {
        const [, word] = ACTIONS.exec(line) ?? []
        if (word) count++
        return word && NOUNS.test(word)
      })
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(nouns).toEqual([])
  expect(count).toBeGreaterThan(150)
})
