import type { ReactNode } from 'react'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Prose } from '../../../ui/content/prose.tsx'
import type { EditedCourse } from '../desk-contract.ts'
import type { Choices } from './course-fields.tsx'
import styles from './course-print.module.css'

type Values = EditedCourse['values']
type Said = { ar: string; en?: string | undefined }

const TEXTS = ['name', 'summary', 'certificate'] as const
const LISTS = ['outcomes', 'prerequisites', 'audience'] as const
const SEO = ['seoTitle', 'seoDescription', 'seoKeywords', 'coverAlt'] as const

/**
 * A course on paper, where fields of a form are cut off and cannot be typed into: what they hold.
 * @param described the description as HTML: marks of Markdown would be read as text
 */
export function CoursePrint({
  values,
  choices,
  described,
}: {
  values: Values
  choices: Choices
  described: EditedCourse['described']
}) {
  const t = useDeskTexts('courses')
  return (
    <div className={styles.print}>
      <Panel title={t.parts.facts}>
        <FactsOf values={values} choices={choices} />
      </Panel>
      <Panel title={t.parts.texts}>
        <Texts values={values} names={TEXTS} />
        {described.ar || described.en ? (
          <div>
            <h3>{t.description}</h3>
            <div className={styles.both}>
              <Prose html={described.ar} lang="ar" dir="rtl" />
              <Prose html={described.en} lang="en" dir="ltr" />
            </div>
          </div>
        ) : null}
      </Panel>
      {LISTS.filter((name) => values[name].length > 0).map((name) => (
        <Panel key={name} title={t[name]}>
          <ul>
            {values[name].map((item) => (
              <li key={item.ar}>
                <Both {...item} />
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      {values.outline.length > 0 ? (
        <Panel title={t.outline}>
          <Outline outline={values.outline} />
        </Panel>
      ) : null}
      {values.faq.length > 0 ? (
        <Panel title={t.faq}>
          {values.faq.map(({ question, answer }) => (
            <div key={question.ar}>
              <h3>
                <Both {...question} />
              </h3>
              <Both {...answer} />
            </div>
          ))}
        </Panel>
      ) : null}
      <Panel title={t.parts.seo}>
        <Texts values={values} names={SEO} />
      </Panel>
    </div>
  )
}

function FactsOf({ values, choices }: { values: Values; choices: Choices }) {
  const t = useDeskTexts('courses')
  const lang = useLang()
  const whole = choices.specializations.find(({ id }) => id === values.specializationId)
  const part = whole?.children.find(({ id }) => id === values.subSpecializationId)
  const trainers = values.trainers.flatMap((id) => choices.trainers.find((one) => one.id === id) ?? [])
  return (
    <Facts
      facts={[
        [t.slug, <bdi key="slug">{values.slug}</bdi>],
        [t.specialization, whole && inLang(whole.name, lang)],
        [t.subSpecialization, part && inLang(part.name, lang)],
        [t.category, t.categories[values.category as 1]],
        [t.level, t.levels[values.level as 1]],
        [t.deliveryMethod, t.deliveries[values.deliveryMethod as 1]],
        [t.hours, formatNumber(values.hours)],
        [t.licence, values.licence],
        [t.previewVideo, values.previewVideo && <bdi key="video">{values.previewVideo}</bdi>],
        [t.trainers, trainers.map(({ name }) => inLang(name, lang)).join(lang === 'ar' ? '، ' : ', ')],
        [t.price, <Money key="price" halalas={values.priceHalalas} />],
        [t.vat, t.vats[values.vatTreatment]],
      ]}
    />
  )
}

/** The two languages side by side, as in the form. */
function Texts({
  values,
  names,
}: {
  values: Values
  names: readonly ((typeof TEXTS)[number] | (typeof SEO)[number])[]
}) {
  const t = useDeskTexts('courses')
  const lines: [name: ReactNode, said: Said][] = names.flatMap((name) => {
    const [ar, en] = [values[`${name}.ar`] ?? '', values[`${name}.en`] ?? undefined]
    return ar || en ? [[t[name], { ar, en }]] : []
  })
  return (
    <>
      {lines.map(([name, said]) => (
        <div key={String(name)}>
          <h3>{name}</h3>
          <Both {...said} />
        </div>
      ))}
    </>
  )
}

function Outline({ outline }: { outline: Values['outline'] }) {
  return (
    <ol>
      {outline.map(({ title, lessons }) => (
        <li key={title.ar}>
          <Both {...title} />
          <ol>
            {lessons.map((lesson) => (
              <li key={lesson.title.ar}>
                <Both {...lesson.title} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

function Both({ ar, en }: Said) {
  return (
    <span className={styles.both}>
      <span lang="ar" dir="rtl">
        {ar}
      </span>
      <span lang="en" dir="ltr">
        {en}
      </span>
    </span>
  )
}
