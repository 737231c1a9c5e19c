import type { Captions, Localized, Quiz } from '../../../db/shapes.ts'
import { quizText } from './quiz.ts'

type Lesson = { title: Localized; body: Localized | null; captions: Captions | null; quiz: Quiz | null }

/** Its texts in both languages. A quiz is one: its questions and choices belong together, as staff write them. */
export const textsOfLesson = ({ title, body, captions, quiz }: Lesson) => ({
  ...{ title, body, captions },
  quiz: quiz && { ar: quizText(quiz, 'ar'), en: quizText(quiz, 'en') },
})
