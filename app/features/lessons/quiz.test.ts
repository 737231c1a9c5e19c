import { describe, expect, it } from 'vitest'
import { gradeOf, quizText, readQuiz } from './quiz.ts'

const AR = 'ما أول كلمة؟\n* SELECT\n- FROM\n\nأي الكلمتين للترتيب؟\n- WHERE\n* ORDER BY\n* SORT'
const EN = 'The first word?\n* SELECT\n- FROM\n\nWhich of them sort?\n- WHERE\n* ORDER BY\n* SORT'

describe('a quiz', () => {
  it('comes back as it was written, in both languages', () => {
    const read = readQuiz({ ar: AR, en: EN })
    if ('error' in read) throw new Error(read.error)
    expect([quizText(read, 'ar'), quizText(read, 'en')]).toEqual([AR, EN])
    const alone = readQuiz({ ar: AR, en: ' ' })
    if ('error' in alone) throw new Error(alone.error)
    expect(quizText(alone, 'en')).toBe('')
    expect(readQuiz({ ar: '', en: '' })).toEqual({ questions: [] })
  })

  it.each([
    [
      { ar: 'سؤال بلا خيارات', en: '' },
      { at: 'ar', error: 'quizForm' },
    ],
    [
      { ar: '* خيار\n- بلا سؤال', en: '' },
      { at: 'ar', error: 'quizForm' },
    ],
    [
      { ar: 'سؤال\n- أ\n- ب', en: '' },
      { at: 'ar', error: 'quizRight' },
    ],
    [
      { ar: AR, en: 'One\n* a\n- b' },
      { at: 'en', error: 'quizOther' },
    ],
    [
      { ar: `سؤال\n* أ\n${'- ب\n'.repeat(8)}`, en: '' },
      { at: 'ar', error: 'quizLong' },
    ],
  ])('%j is refused', (texts, refusal) => expect(readQuiz(texts)).toEqual(refusal))

  it('is passed with enough right answers; of several right choices all are needed, and no other', () => {
    const read = readQuiz({ ar: AR, en: EN })
    if ('error' in read) throw new Error(read.error)
    const quiz = { ...read, passPercent: 60 }
    expect(gradeOf(quiz, [[0], [1, 2]])).toEqual({ right: [true, true], percent: 100, isPassed: true })
    expect(gradeOf(quiz, [[0], [1]])).toEqual({ right: [true, false], percent: 50, isPassed: false })
    expect(gradeOf(quiz, [[0], [0, 1, 2]])).toMatchObject({ right: [true, false] })
    expect(gradeOf(quiz, [])).toMatchObject({ percent: 0 })
  })

  it('says 67 percent for two of three, but not where that would look like a pass', () => {
    const choices = [{ text: { ar: 'أ' }, right: true as const }, { text: { ar: 'ب' } }]
    const questions = ['1', '2', '3'].map((ar) => ({ text: { ar }, choices }))
    const two = (passPercent: number) => gradeOf({ questions, passPercent }, [[0], [0], [1]])
    expect(two(60)).toMatchObject({ percent: 67, isPassed: true })
    expect(two(66)).toMatchObject({ percent: 67, isPassed: true })
    expect(two(67)).toMatchObject({ percent: 66, isPassed: false })
    expect(two(80)).toMatchObject({ percent: 67, isPassed: false })
  })
})
