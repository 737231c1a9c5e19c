import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useDeskTexts } from '../texts.tsx'
import styles from './move-buttons.module.css'

/**
 * Moves a record one place up or down in its list. The form has the fields `key` and `direction`.
 * @param name of the record, for those who do not see where the buttons stand
 */
export function MoveButtons({
  intent,
  value,
  name,
  isFirst,
  isLast,
}: {
  intent: string
  value: string | number
  name: string
  isFirst: boolean
  isLast: boolean
}) {
  const t = useDeskTexts('frame').rows
  return (
    <Form method="post" className={styles.move} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={value} />
      {(['up', 'down'] as const).map((direction) => (
        <Button
          key={direction}
          type="submit"
          name="direction"
          value={direction}
          variant="quiet"
          size="small"
          aria-label={`${t[direction]}: ${name}`}
          disabled={direction === 'up' ? isFirst : isLast}
        >
          <Icon name="chevron-down" />
        </Button>
      ))}
    </Form>
  )
}

/** What the buttons sent. */
export const moveIn = (form: FormData) => ({
  key: String(form.get('key') ?? ''),
  direction: form.get('direction') === 'up' ? ('up' as const) : ('down' as const),
})
