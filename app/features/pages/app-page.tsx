import { Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { ContentHead } from '../content-sections/content-head.tsx'
import { ContentSections } from '../content-sections/content-sections.tsx'
import { ItemGrid } from '../content-sections/item-grid.tsx'
import { addPageData } from '../discovery/structured-data.ts'
import { contentOf } from '../page-texts/page-texts.ts'
import { Questions } from '../questions/questions.tsx'
import type { Route } from './+types/app-page'
import styles from './app-page.module.css'
import { AppScreen } from './app-screen.tsx'
import type { AppStore } from './contract.ts'

type System = AppStore['system']

const isSystem = (value: string): value is System => value === 'ios' || value === 'android'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { system } = params
  if (!isSystem(system)) throw redirect('/error')
  const pageRequest = pageRequestOf(context)
  const { api } = pageRequest
  const [page, stores] = await Promise.all([
    contentOf(pageRequestOf(context), `app-${system}`),
    api.pages.appStores({}),
  ])
  const store = stores.find((one) => one.system === system)
  // The institute has no app for this kind of phone.
  if (!store) throw redirect('/error')
  addPageData(pageRequest, page.title, (links) => links.app(system))
  return { page, store }
}

export function meta({ loaderData: { page }, matches, location }: Route.MetaArgs) {
  const { title, description } = page
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description })
}

export default function AppPage({ loaderData: { page, store } }: Route.ComponentProps) {
  const { screen, rest } = withoutScreen(page.sections)
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        <div className={styles.columns}>
          <Download store={store} />
          <AppScreen system={store.system} section={screen} />
        </div>
      </Container>
      <ContentSections
        sections={rest}
        looks={{
          privacy: { items: (items) => <ItemGrid items={items} kind="plain" /> },
          questions: { title: 'beside', items: (items) => <Questions items={items} /> },
        }}
      />
    </main>
  )
}

function withoutScreen(sections: Route.ComponentProps['loaderData']['page']['sections']) {
  return {
    screen: sections.find(({ key }) => key === 'screen'),
    rest: sections.filter(({ key }) => key !== 'screen'),
  }
}

function Download({ store: { system, link, qr } }: { store: AppStore }) {
  const t = useTexts('innerPages').apps
  const links = linksFor(useLang())
  const other: System = system === 'ios' ? 'android' : 'ios'
  return (
    <div className={styles.download}>
      <p className={styles.system}>
        <Icon name={system === 'ios' ? 'apple' : 'google-play'} size={22} />
        <ContentText>{t.system[system]}</ContentText>
      </p>
      <ButtonLink to={link} rel="noopener" size="large" icon="download">
        {t.download[system]}
      </ButtonLink>
      <figure className={styles.code}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qrLabel[system]}>
          <path d={qr.path} />
        </svg>
        <figcaption>{t.qrHint}</figcaption>
      </figure>
      <p className={styles.other}>
        {t.otherTitle[other]} <Link to={links.app(other)}>{t.otherLink[other]}</Link>
      </p>
    </div>
  )
}
