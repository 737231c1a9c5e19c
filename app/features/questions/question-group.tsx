import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { CopyLink } from './copy-link.tsx'
import { markedHtml, partsOf } from './matches.ts'
import styles from './question-group.module.css'

type Props = {
  group: { key: string; title: string; questions: { question: string; answer: string }[] }
  /** The questions that match the search, as `group-place`; undefined without a search. */
  found: Set<string> | undefined
  /** The term to highlight. */
  words: string[]
}

/** Questions of one subject. Those that do not match a search are hidden, not removed: open answers stay open. */
export function QuestionGroup({ group: { key, title, questions }, found, words }: Props) {
  const t = useTexts('innerPages').faq
  const isShown = (index: number) => found?.has(`${key}-${index + 1}`) ?? true
  return (
    <section aria-labelledby={key} hidden={!questions.some((_, index) => isShown(index))}>
      <h2 id={key} className={styles.title}>
        <ContentText>{title}</ContentText>
      </h2>
      {questions.map(({ question, answer }, index) => {
        const id = `${key}-${index + 1}`
        return (
          <div key={id} hidden={!isShown(index)}>
            <Disclosure summary={<Marked text={question} words={words} />}>
              {/* Browsers open the `<details>` around the element of the fragment. */}
              <div id={id} className={styles.answer}>
                <Prose html={isShown(index) ? markedHtml(answer, words) : answer} />
                <CopyLink id={id} label={t.linkTo} done={t.copied} />
              </div>
            </Disclosure>
          </div>
        )
      })}
    </section>
  )
}

function Marked({ text, words }: { text: string; words: string[] }) {
  if (words.length === 0) return <ContentText>{text}</ContentText>
  return partsOf(text, words).map((part, place) =>
    part.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <mark key={place}>{part.text}</mark>
    ) : (
      part.text
    ),
  )
}
