import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ChoiceLinks } from '../../../ui/navigation/choice-links.tsx'
import { deskLink } from '../../desk-links.ts'
import { useDeskTexts } from '../../texts.tsx'
import styles from './counted-choices.module.css'

/**
 * The states of a queue as links, each with how many are in it.
 * @param name of the state in the address
 * @param isAllFirst whether the queue can be shown whole
 * @param total of the whole queue, where one record counts in several states
 */
export function CountedChoices({
  label,
  path,
  query,
  name,
  choices,
  current = query[name],
  isAllFirst = true,
  total = choices.reduce((sum, { count }) => sum + count, 0),
}: {
  label: string
  path: string
  query: Record<string, string>
  name: string
  choices: readonly { value: string; label: string; count: number }[]
  current?: string | undefined
  isAllFirst?: boolean
  total?: number
}) {
  const t = useDeskTexts('frame').list
  const lang = useLang()
  const { cursor: _cursor, [name]: _chosen, ...others } = query
  const all = { value: '', label: t.any, count: total }
  return (
    <div className={styles.choices}>
      <ChoiceLinks
        quiet
        label={label}
        choices={[...(isAllFirst ? [all] : []), ...choices].map(({ value, label: text, count }) => ({
          label: `${text} (${formatNumber(count)})`,
          to: deskLink(lang, path, value === '' ? others : { ...others, [name]: value }),
          isCurrent: (current ?? '') === value,
        }))}
      />
    </div>
  )
}
