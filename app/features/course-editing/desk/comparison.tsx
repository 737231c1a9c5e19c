import { useDeskTexts } from '../../../desk/texts.tsx'
import type { Part } from '../marked-differences.ts'
import styles from './comparison.module.css'
import type { Compared } from './comparison.server.ts'

/** Both texts of each field that differs, beside each other; below each other on a phone. */
export function Comparison({ fields, titles }: { fields: Compared[]; titles: { before: string; after: string } }) {
  const t = useDeskTexts('courses')
  return (
    <dl className={styles.fields}>
      {fields.map(({ field, label, lang, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          {(
            [
              ['before', before],
              ['after', after],
            ] as const
          ).map(([side, parts]) => (
            <dd key={side} data-side={side}>
              <p className={styles.side}>{titles[side]}</p>
              <div lang={lang} dir={lang ? (lang === 'ar' ? 'rtl' : 'ltr') : 'auto'} className={styles.text}>
                {parts.length === 0 ? <span className={styles.empty}>{t.compare.empty}</span> : null}
                <Marks parts={parts} side={side} />
              </div>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

function Marks({ parts, side }: { parts: Part[]; side: 'before' | 'after' }) {
  const Mark = side === 'before' ? 'del' : 'ins'
  return parts.map(({ text, isChanged }, at) => {
    const Element = isChanged ? Mark : 'span'
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key and do not move
    return <Element key={at}>{text}</Element>
  })
}
