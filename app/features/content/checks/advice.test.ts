import { describe, expect, it } from 'vitest'
import { lintText } from './advice.ts'

describe('typographical mistakes in an Arabic text', () => {
  it.each(['عقود, وبنود', 'هل؟نعم', 'ما هذا?', 'عقود ، وبنود', 'في ٢٠ يومًا', 'عقـود', 'كلمة  كلمة', 'تمّ .'])(
    'are found in «%s»',
    (text) => {
      expect(lintText(text)).toHaveLength(1)
    },
  )

  it.each([
    'عقود، وبنود؛ ثم ماذا؟ نعم.',
    'السعر 1,200 ريال في 24 ساعة (SQL, Python)',
    'شهادة بـ42 ساعة بـ Figma',
    'راجع [الشروط](/terms-conditions)، أو `a, b`',
    'من 8:30 إلى 16:00',
  ])('are not reported for «%s»', (text) => {
    expect(lintText(text)).toEqual([])
  })

  it('are quoted with whole words around them', () => {
    const text = 'يتعلم المشاركون صياغة العقود, وكتابة البنود الجزائية بوضوح'
    expect(lintText(text)[0]).toContain('(“المشاركون صياغة العقود, وكتابة البنود”)')
  })
})
