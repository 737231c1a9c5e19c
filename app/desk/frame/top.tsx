import { Link, useLocation } from 'react-router'
import { inLang, linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { Avatar } from '../../ui/content/avatar.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Menu } from '../../ui/navigation/menu.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import type { Me } from './me.ts'
import { SectionLinks } from './navigation.tsx'
import { Palette } from './palette.tsx'
import styles from './top.module.css'

/** The bar over every page: the menu on a phone, the search, the language and the account. */
export function DeskTop({ me }: { me: Me }) {
  const t = useDeskTexts('frame')
  const siteName = useSiteName()
  const lang = useLang()
  const links = linksFor(lang)
  const { pathname, search } = useLocation()
  const other = lang === 'ar' ? 'en' : 'ar'
  return (
    <header className={styles.top}>
      <Menu className={styles.phoneMenu} label={t.menu} summary={<Icon name="menu" />}>
        <SectionLinks rights={me.rights} />
      </Menu>
      <a href={links.home} className={styles.brand} title={t.toSite}>
        <img src="/brand/mark.svg" alt="" width={28} height={28} />
        <span>{siteName}</span>
        <span className={styles.deskName}>{t.title}</span>
      </a>
      <Palette rights={me.rights} />
      <a className={styles.link} href={inLang(other, pathname, search)} hrefLang={other} lang={other}>
        {t.otherLanguage}
      </a>
      <Menu
        className={styles.account}
        label={me.name}
        summary={
          <>
            <Avatar name={me.name} src={me.picture} size={32} />
            <span className={styles.name}>{me.name}</span>
            <Icon name="chevron-down" size={16} />
          </>
        }
      >
        <div className={styles.accountMenu}>
          <a href={links.profile}>
            <Icon name="user" size={18} />
            {t.account}
          </a>
          <a href={links.home}>
            <Icon name="globe" size={18} />
            {t.toSite}
          </a>
          <Link to={deskLink(lang, 'keys')}>
            <Icon name="laptop" size={18} />
            {t.keys.title}
          </Link>
          <form method="post" action={links.logout}>
            <button type="submit">
              <Icon name="lock" size={18} />
              {t.signOut}
            </button>
          </form>
        </div>
      </Menu>
    </header>
  )
}
