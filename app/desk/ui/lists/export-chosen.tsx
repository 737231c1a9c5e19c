import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { useDeskTexts } from '../../texts.tsx'
import styles from './bulk.module.css'
import { BULK_FORM, NothingChosen } from './bulk.tsx'

/**
 * Downloads the chosen rows of a list. The answer is a file, which only the browser itself can receive.
 * @param children further commands: the name of the pressed button's intent comes before that of the download
 */
export function ExportChosen({ children }: { children?: ReactNode }) {
  const t = useDeskTexts('frame').list
  return (
    <>
      <NothingChosen intent="exportChosen" />
      <Form method="post" id={BULK_FORM} className={styles.commands} reloadDocument>
        {children}
        <input type="hidden" name="intent" value="exportChosen" />
        <span>{t.exportChosen}</span>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            type="submit"
            name="format"
            value={format}
            variant="quiet"
            size="small"
            aria-label={`${t.exportChosen} ${t[format]}`}
          >
            {t[format]}
          </Button>
        ))}
      </Form>
    </>
  )
}
