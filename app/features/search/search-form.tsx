import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { SearchBox } from './search-box.tsx'
import styles from './search-form.module.css'

type Props = {
  defaultValue?: string | undefined
  /** Whether the page is opened to type in it: the field has the focus. */
  isEntered?: boolean
  /** Rendered after the button. */
  children?: ReactNode
}

/** The search over the whole site. */
export function SearchForm({ defaultValue, isEntered = false, children }: Props) {
  const t = useTexts('search')
  const links = linksFor(useLang())
  return (
    <search className={styles.search}>
      <Form action={links.search()} className={styles.form}>
        <Icon name="search" />
        <SearchBox
          name="q"
          aria-label={t.label}
          placeholder={t.placeholder}
          defaultValue={defaultValue}
          autoFocus={isEntered}
        />
        <Button type="submit">{t.submit}</Button>
      </Form>
      {children}
    </search>
  )
}
