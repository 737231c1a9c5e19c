import { useLang } from '../../../locales/texts.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { deskLink } from '../../desk-links.ts'
import { useDeskTexts } from '../../texts.tsx'
import styles from './export-links.module.css'

/** Downloads what the filters of the address show, as CSV or as a workbook. */
export function ExportLinks({ path, query = {} }: { path: string; query?: Record<string, string> }) {
  const t = useDeskTexts('frame').list
  const lang = useLang()
  const { cursor, sort, columns, ...filters } = query
  return (
    <p className={styles.links}>
      <Icon name="download" size={16} />
      <span>{t.export}</span>
      {(['csv', 'xlsx'] as const).map((format) => (
        <a
          key={format}
          href={deskLink(lang, `${path}/export`, { ...filters, format })}
          rel="nofollow"
          aria-label={`${t.export} ${t[format]}`}
        >
          {t[format]}
        </a>
      ))}
    </p>
  )
}
