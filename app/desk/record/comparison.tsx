import { MarkedText } from '../ui/marked-text.tsx'
import type { Compared } from './compared.ts'
import styles from './comparison.module.css'

/** Both texts of each field that differs, beside each other; below each other on a phone. */
export function Comparison({
  fields,
  titles,
}: {
  fields: Compared[]
  titles: { before: string; after: string; empty: string }
}) {
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
                {parts.length === 0 ? <span className={styles.empty}>{titles.empty}</span> : null}
                <MarkedText parts={parts} side={side} />
              </div>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
