/** What differs between two states of a course, as a page shows it: both texts with the changed words marked. */
import { type Compared, comparedFields, type Difference } from '../../../desk/record/compared.ts'
import type { Written as Localized } from '../../../desk/record/list-field.tsx'
import { deskTextsIn } from '../../../desk/texts.tsx'
import { formatMoney } from '../../../locales/format.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Choices } from './course-fields.tsx'

export const comparisonOf = (differences: Difference[], choices: Choices, lang: Lang): Compared[] =>
  comparedFields(differences, deskTextsIn(lang, 'courses'), textIn(choices, lang))

type Unit = { title: Localized; lessons: { title: Localized; minutes: number }[] }
type Question = { question: Localized; answer: Localized }

const both = ({ ar, en }: Localized) => (en ? `${ar}\n${en}` : ar)
const lines = (texts: string[]) => texts.join('\n')

/** The text of a field's value: the name of what was chosen, a list as its lines. */
function textIn({ specializations, trainers }: Choices, lang: Lang) {
  const t = deskTextsIn(lang, 'courses')
  const named = [...specializations, ...specializations.flatMap(({ children }) => children)]
  const nameOf = (rows: { id: number; name: Localized }[], id: unknown) => {
    const found = rows.find((row) => row.id === id)
    return found ? inLang(found.name, lang) : String(id ?? '')
  }
  const money = (value: unknown) => (value === null ? '' : formatMoney(Number(value), lang))
  const chosen = (texts: Record<string | number, string>) => (value: unknown) => texts[value as number] ?? ''
  const written: Record<string, (value: never) => string> = {
    specializationId: (id) => nameOf(named, id),
    subSpecializationId: (id) => nameOf(named, id),
    trainers: (ids: number[]) => lines(ids.map((id) => nameOf(trainers, id))),
    category: chosen(t.categories),
    level: chosen(t.levels),
    deliveryMethod: chosen(t.deliveries),
    vatTreatment: chosen(t.vats),
    zeroRatedForCitizens: (value) => (value ? t.citizens : t.none),
    priceHalalas: money,
    oldPriceHalalas: money,
    outcomes: (rows: Localized[]) => lines(rows.map(both)),
    prerequisites: (rows: Localized[]) => lines(rows.map(both)),
    audience: (rows: Localized[]) => lines(rows.map(both)),
    outline: (units: Unit[]) =>
      lines(
        units.flatMap(({ title, lessons }) => [
          both(title),
          ...lessons.map((lesson) => `– ${both(lesson.title)} (${lesson.minutes})`),
        ]),
      ),
    faq: (rows: Question[]) => lines(rows.map(({ question, answer }) => `${both(question)}\n${both(answer)}\n`)),
  }
  return (field: string, value: unknown): string =>
    value !== null && value !== undefined && written[field] ? written[field](value as never) : String(value ?? '')
}
