import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './search-form.module.css'

/** The search over the whole site. @param children rendered after the button */
export function SearchForm({ defaultValue, children }: { defaultValue?: string | undefined; children?: ReactNode }) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  return (
    <search className={styles.search}>
      <Form action={links.search()} className={styles.form}>
        <Icon name="search" />
        <SearchBox name="q" aria-label={t.label} placeholder={t.placeholder} defaultValue={defaultValue} />
        <Button type="submit">{t.submit}</Button>
      </Form>
      {children}
    </search>
  )
}
