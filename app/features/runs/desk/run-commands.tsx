import { useDeskTexts } from '../../../desk/texts.tsx'
import { BulkCommands, useChosenCount } from '../../../desk/ui/lists/bulk.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { RUN_COMMANDS } from '../bulk-commands.ts'
import styles from './runs.module.css'
import type { TrainerChoice } from './session-place.tsx'

type Props = {
  list: Parameters<typeof BulkCommands>[0]['list']
  trainers: readonly TrainerChoice[]
  tags: readonly string[]
}

type Intent = (typeof RUN_COMMANDS)[number] | 'message'

/** What can be done with the chosen runs. The first button is the one that Enter in the field of the tag presses. */
export function RunCommands({ list, trainers, tags }: Props) {
  const t = useDeskTexts('runs')
  const count = useChosenCount()
  if (list?.items.length === 0) return null
  const button = (intent: Intent) => (
    <Button type="submit" name="intent" value={intent} variant="quiet" size="small">
      {t[intent]}
    </Button>
  )
  return (
    <details className={styles.chosen}>
      <summary>
        {t.withChosen} {count > 0 ? <span>({formatNumber(count)})</span> : null} <Icon name="chevron-down" size={16} />
      </summary>
      <BulkCommands list={list}>
        <TextField name="tag" label={t.tag} hint={t.tagHint} list="run-tags" dir="auto" autoComplete="off" />
        <datalist id="run-tags">
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        {button('addTag')}
        {button('removeTag')}
        <SelectField
          name="trainerId"
          label={t.trainer}
          options={[{ value: '', label: '—' }, ...trainers.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
        {button('assignTrainer')}
        {button('openEnrolment')}
        {button('closeEnrolment')}
        {button('message')}
      </BulkCommands>
    </details>
  )
}
