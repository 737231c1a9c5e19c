/** Some thousand artificial Arabic words: roots inserted into patterns, as in the language itself. */

const ROOTS =
  'كتب درس علم عمل فهم قرأ حسب نظم خطط دور برج نقل حفظ سمع نظر فكر بحث جمع فرق وزع رسل قبل بعد سأل جوب شرح وضح كمل نجح فشل بدا ختم صنع بني هدم فتح غلق دخل خرج سفر رجع وقف مشي ركض جلس نهض نام قوم طلب رفض وفق خلف شرك وثق عقد بيع شرا دفع قبض ربح خسر نقد صرف وزن قيس كيل عدد ضرب قسم طرح زيد نقص كبر صغر طول قصر وسع ضيق ثقل خفف سرع بطا قرب عدل ظلم صدق كذب حكم قضي شهد نصح رشد هدي ضلل مرن درب لعب سبق فوز هزم حرب سلم دفع هجم حمي حرس رقب كشف ظهر خفي وجد فقد'
    .split(' ')
    .map((root) => [...root.replaceAll('أ', 'ا')] as [string, string, string])

/** 1, 2 and 3 are the letters of the root. */
const PATTERNS =
  '1ا23 م12و3 12ا3 ت12ي3 ا1ت2ا3 است12ا3 12و3 م123 12ي3 م1ا23ة 12ا3ة م12ة3 ت1ا2ح3 ان12ا3 123ي م1ت23 مت1ا23 12ائ3 م1ا2ي3 ا12ا3'.split(
    ' ',
  )
const LATIN =
  'excel python data project manager report agile scrum budget english course certificate accounting sql power cloud'.split(
    ' ',
  )
const CLITICS = ['', 'ال', '', 'ال', 'و', 'وال', '', 'بال', 'لل', '']

/** Sorted by frequency; the same at each call. */
export function words(): string[] {
  const made = new Set<string>()
  for (const [place, pattern] of PATTERNS.entries())
    for (const [number, [one, two, three]] of ROOTS.entries()) {
      const bare = pattern.replace('1', one).replace('2', two).replace('3', three)
      for (const turn of [0, 1, 2]) made.add(CLITICS[(place * 7 + number * 3 + turn) % CLITICS.length]! + bare)
    }
  const all = [...made]
  // Neighbours in the list have the same pattern, so it is shuffled: the frequent words have different patterns.
  const mixed = all.map((_, place) => all[(place * 3571) % all.length]!)
  for (const [place, word] of LATIN.entries()) mixed.splice(20 + place * 40, 0, word)
  return [...new Set(mixed)]
}
