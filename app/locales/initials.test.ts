import { describe, expect, it } from 'vitest'
import { COLOURS, colourOf, initialsOf } from './initials.ts'

describe('the initials of a person', () => {
  it.each([
    ['سارة الشهري', 'س\u200cش'],
    ['سارة بنت علي الأحمد', 'س\u200cأ'],
    ['  ahmed   o’brien ', 'A\u200cO'],
    ['د. عبد الله بن سعد القحطاني', 'ع\u200cق'],
    ['(د.) خالد', 'د\u200cخ'],
    ['نورة', 'ن'],
    // Too short to be a name with an article.
    ['الي', 'ا'],
    ['ال سعود', 'ا\u200cس'],
    ['أُمّ خالد', 'أُ\u200cخ'],
    ['Dr. john smith', 'J\u200cS'],
    ['Éloïse', 'É'],
    ['@sara_99', 'S'],
    ['سارة Smith', 'س\u200cS'],
    ['123 456', ''],
    ['', ''],
  ])('of «%s» are «%s»', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })

  it('have a colour that stays, and people have different ones', () => {
    expect(colourOf('سارة الشهري')).toBe(colourOf('سارة الشهري'))
    const colours = new Set(Array.from({ length: 100 }, (_, n) => colourOf(`عضو ${n}`)))
    expect(colours.size).toBe(COLOURS)
  })
})
