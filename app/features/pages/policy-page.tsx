import { Link, redirect } from 'react-router'
import { firstPolicyPath, isPolicyPath, linksFor, POLICIES, type PolicyPath } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Container } from '../../ui/container.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Words } from '../../ui/words.tsx'
import type { Route } from './+types/policy-page'
import { ContentHead } from './content-head.tsx'
import type { PageContent } from './contract.ts'
import styles from './policy-page.module.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { policy } = params
  if (!isPolicyPath(policy)) throw redirect('/error')
  const { api } = pageRequestOf(context)
  const page = await api.pages.pageByCode({ code: POLICIES[policy] })
  return { policy: firstPolicyPath(policy), page }
}

export function meta({ loaderData: { policy, page }, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const pathname = linksFor(site.lang).policy(policy)
  return pageMeta({ ...site, pathname, title: page.title, description: page.description })
}

export default function PolicyPage({ loaderData: { policy, page } }: Route.ComponentProps) {
  const lang = useLang()
  const t = useTexts('innerPages').policy
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        <div className={styles.columns}>
          <Contents sections={page.sections} />
          <article className={styles.policy}>
            <p className={styles.updated}>
              <time dateTime={page.updatedAt}>{t.updated(formatDay(page.updatedAt, lang))}</time>
            </p>
            {page.sections.map(({ key, title, body }) => (
              <section key={key} id={key} className={styles.section}>
                <h2>{title && <Words>{title}</Words>}</h2>
                {body && <Prose html={body} />}
              </section>
            ))}
            <Further policy={policy} />
          </article>
        </div>
      </Container>
    </main>
  )
}

function Contents({ sections }: { sections: PageContent['sections'] }) {
  const t = useTexts('innerPages').policy
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">{t.contents}</h2>
      <ol>
        {sections.map(({ key, title }) => (
          <li key={key}>
            <a href={`#${key}`}>{title && <Words>{title}</Words>}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Further({ policy }: { policy: PolicyPath }) {
  const links = linksFor(useLang())
  const t = useTexts('innerPages').policy
  const names = useTexts('shell').policies
  const others = (Object.keys(POLICIES) as PolicyPath[]).filter(
    (path) => path !== policy && firstPolicyPath(path) === path,
  )
  return (
    <aside className={styles.further} aria-labelledby="further">
      <h2 id="further">{t.others}</h2>
      <ul>
        {others.map((path) => (
          <li key={path}>
            <Link to={links.policy(path)}>{names[path]}</Link>
          </li>
        ))}
      </ul>
      <p>
        {t.questions} <Link to={links.contact}>{t.ask}</Link>
      </p>
    </aside>
  )
}
