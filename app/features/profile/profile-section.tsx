import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './profile-section.module.css'
import { sectionAddress } from './profile-sections.ts'

/**
 * A page of the profile: its title, an introduction and its cards.
 * @param under the section that links to this page, where it is no section itself
 */
export function ProfileSection({
  title,
  lead,
  under,
  children,
}: {
  title: string
  lead?: ReactNode
  under?: 'security'
  children: ReactNode
}) {
  const t = useTexts('profile')
  const lang = useLang()
  return (
    <>
      <header className={styles.head}>
        {under ? (
          <Link to={sectionAddress(under, lang)} className={styles.back}>
            <Icon name="arrow-back" size={18} />
            {t.sections[under]}
          </Link>
        ) : null}
        <h2 data-heading>{title}</h2>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
      </header>
      {children}
    </>
  )
}
